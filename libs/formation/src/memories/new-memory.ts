import { CortexError } from "@memory-cortex/models";
import type { Memory, RememberRequest, UpdateRequest } from "@memory-cortex/models";
import type { NewMemory } from "@memory-cortex/store";
import { analyse, contentHash, countWords, encodeSignals, textSignals } from "@memory-cortex/text";

import { redactSecrets } from "../clean/redact-secrets.ts";
import { lifeSpan } from "./life-span.ts";

interface Stamp {
  id: string;
  now: number;
}

/** What is said of a memory, whoever says it. */
export type MemoryRequest = Omit<RememberRequest, "user_id" | "namespace">;

/** What a client asks to remember, ready to be written: without secrets, analysed, with its end worked out. */
export async function memoryFromRequest(request: MemoryRequest, { id, now }: Stamp): Promise<NewMemory> {
  const text = await redactSecrets(request.content);
  const topic = await redacted(request.topic ?? null);
  return checked({
    id,
    type: request.type,
    ...lifeSpan(request, now),
    topic,
    ...indexed(text, topic),
    importance: request.importance,
    confidence: request.confidence,
    visibility: request.visibility,
    tags: await Promise.all(request.tags.map(redactSecrets)),
    project: request.project ?? null,
    speaker: null,
    sessionId: null,
    source: request.source ?? null,
    observedAt: request.observed_at ?? now,
    validFrom: request.valid_from ?? null,
    validTo: request.valid_to ?? null,
    episodeStart: null,
    episodeEnd: null,
    createdAt: now,
    supersedes: request.supersedes ?? null,
    provenance: [],
  });
}

/** The next version of a memory. A new wording is a new observation and rests on no turn; other changes keep both. */
export async function nextVersion(old: Memory, request: UpdateRequest, { id, now }: Stamp): Promise<NewMemory> {
  const text = request.content === undefined ? old.text : await redactSecrets(request.content);
  const topic = request.topic === undefined ? old.topic : await redacted(request.topic);
  const reworded = contentHash(text) !== old.contentHash;
  const span = request.lifetime ?? request.scope ?? request.ttl_seconds;
  return checked({
    id,
    type: request.type ?? old.type,
    ...(span === undefined ? { lifetime: old.lifetime, expiresAt: old.expiresAt } : lifeSpan(request, now)),
    topic,
    ...indexed(text, topic),
    importance: request.importance ?? old.importance,
    confidence: request.confidence ?? old.confidence,
    visibility: request.visibility ?? old.visibility,
    tags: request.tags === undefined ? old.tags : await Promise.all(request.tags.map(redactSecrets)),
    project: request.project === undefined ? old.project : request.project,
    speaker: old.speaker,
    sessionId: old.sessionId,
    source: old.source,
    observedAt: request.observed_at ?? (reworded ? now : old.observedAt),
    validFrom: request.valid_from ?? old.validFrom,
    validTo: request.valid_to ?? old.validTo,
    episodeStart: reworded ? null : old.episodeStart,
    episodeEnd: reworded ? null : old.episodeEnd,
    createdAt: now,
    supersedes: old.id,
    provenance: reworded ? [] : old.provenance,
  });
}

const redacted = async (text: string | null): Promise<string | null> => (text === null ? null : redactSecrets(text));

/** A topic is searched together with the text, as the older middleware did. */
function indexed(text: string, topic: string | null): Pick<NewMemory, "text" | "contentHash" | "terms" | "words" | "signals"> {
  const terms = analyse(topic === null ? text : `${topic}\n${text}`);
  return { text, contentHash: contentHash(text), terms, words: countWords(text), signals: encodeSignals(textSignals(text)) };
}

function checked(memory: NewMemory): NewMemory {
  if (memory.validFrom !== null && memory.validTo !== null && memory.validTo < memory.validFrom) {
    throw new CortexError("invalid_fields", { errors: [{ path: "valid_to", code: "before_valid_from", message: "must not lie before valid_from" }] });
  }
  return memory;
}
