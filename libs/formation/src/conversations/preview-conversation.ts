import { realmOf, writeNamespace } from "@memory-cortex/models";
import type { CapturePreviewRequest, CapturePreviewResponse, Realm, Turn } from "@memory-cortex/models";

import { cleanMessages } from "../clean/clean-messages.ts";
import type { CleanMessage } from "../clean/clean-messages.ts";
import type { CaptureServices } from "../jobs/capture-services.ts";
import { previewCapture } from "../jobs/preview-capture.ts";
import { turnHash } from "./turn-hash.ts";

/**
 * What a capture of the messages would remember, what would become of it beside what is known, and why not the rest. The same path as
 * `/ingest` and the capture after it, but nothing is written and known turns are not looked for. Throws `invalid_realm`.
 */
export async function previewConversation(services: CaptureServices, request: CapturePreviewRequest, signal: AbortSignal): Promise<CapturePreviewResponse> {
  const realm = realmOf(request.user_id, request.namespace === undefined ? undefined : [request.namespace]);
  const { kept, ignored } = await cleanMessages(request.messages);
  const turns = kept.map((message, position) => turnOf(message, { services, request, realm, position }));
  const places = new Map(turns.map(({ id }, position) => [id, kept[position]!.index]));
  const { remembered, ...rest } = await previewCapture(services, { realm, turns, signal });
  return { ...rest, remembered: remembered.map(({ turnIds, ...one }) => ({ ...one, messages: turnIds.map((id) => places.get(id)!) })), ignored };
}

interface Circumstances {
  services: CaptureServices;
  request: CapturePreviewRequest;
  realm: Realm;
  position: number;
}

function turnOf(message: CleanMessage, { services: { clock, ids }, request, realm, position }: Circumstances): Turn {
  const now = clock.now();
  const { role, speaker, text, externalId, saidAt } = message;
  return {
    kind: "turn", id: ids.next(), serial: position, sessionId: request.session_id, namespace: writeNamespace(realm), position, role, speaker, text,
    observedAt: saidAt ?? now, timed: saidAt !== null, externalId, contentHash: turnHash(message), channel: request.channel ?? null, agentId: request.agent_id ?? null,
    project: request.project ?? null, createdAt: now,
  };
}
