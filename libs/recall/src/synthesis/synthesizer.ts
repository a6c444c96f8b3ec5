import { llmHealth } from "@memory-cortex/llm";
import type { Llm } from "@memory-cortex/llm";
import { CortexError } from "@memory-cortex/models";
import type { Document } from "@memory-cortex/models";
import type { JobHandler, JobPayload, JobResult } from "@memory-cortex/queue";
import { analyse } from "@memory-cortex/text";

import type { RecallOutcome, RecallParts } from "../recall.ts";
import type { RecallServices } from "../services.ts";
import { conversationOf, scopeOf } from "../stages/summary.ts";
import { makeNarrative, MOST_STATEMENTS } from "./make-narrative.ts";
import { NARRATIVE_LIFETIME_MS } from "./narratives.ts";
import type { Conversation, KeptNarrative, NarrativeShelf, NarrativeWish, Soon, TakenWish } from "./narratives.ts";
import type { Topic } from "./on-topic.ts";

/** A question shorter than this ("and then?") has no topic of its own. */
const SHORTEST_QUERY = 10;
/** A single statement is its own narrative. */
const LEAST_STATEMENTS = 2;
/** The agent asks its model right after the recall: the narrative is made meanwhile, and one is enough for recalls in a row. */
const DEBOUNCE = { debounceMs: 1_000, maxWaitMs: 5_000 };
/** What a job may take. Nobody waits for it, but what comes after five minutes is of no use. */
const LIMIT_MS = 60_000;

export interface SynthesizerParts {
  services: SynthesisServices;
  llm: Llm;
  weightings: RecallParts["weightings"];
  narratives: NarrativeShelf;
}

/** What making narratives needs of what recall needs. */
export type SynthesisServices = Pick<RecallServices, "store" | "embedders" | "clock" | "queue" | "observe">;

/** Makes narratives in the background, for the next recall of the same conversation. */
export class Synthesizer {
  readonly #parts: SynthesizerParts;

  constructor(parts: SynthesizerParts) {
    this.#parts = parts;
  }

  /** After an answer that an agent was given: notes what a narrative is wanted of, and wakes the job. Never throws. */
  after({ response, run, trace, terms, stages }: RecallOutcome): void {
    const { services, narratives, llm } = this.#parts;
    if (services.queue === undefined || stages === null || !response.context) return;
    if (run.request.query.trim().length < SHORTEST_QUERY || trace.packed.length < LEAST_STATEMENTS) return;
    if (llmHealth(llm).state === "down") return;
    const conversation = conversationOf(run.request);
    const spaces = stages.found.legs.meaning.map(({ space, vector }) => ({ space, vector }));
    const wish: NarrativeWish = { realm: run.realm, query: run.request.query, scope: scopeOf(run), ids: trace.packed.slice(0, MOST_STATEMENTS), spaces, terms };
    this.#wake({ queue: services.queue, conversation, wish, known: narratives.find(conversation, services.clock.now()) }).catch((error: unknown) => services.observe?.failed?.("synthesis", error));
  }

  async #wake({ queue, conversation, wish, known }: Waking): Promise<void> {
    const { services, narratives } = this.#parts;
    if (isMade(known instanceof Promise ? await known : known, wish)) return;
    const noted = narratives.want(conversation, wish, services.clock.now());
    if (noted instanceof Promise) await noted;
    const { userId, namespaces, sessionId } = conversation;
    const payload: JobPayload<"synthesize"> = { user_id: userId, namespaces: [...namespaces], session_id: sessionId };
    await queue.enqueue("synthesize", payload, DEBOUNCE);
  }

  /** The handler of the job `synthesize`. A model that fails is no failed job: nothing is open, and the next recall asks anew. */
  readonly handler: JobHandler<"synthesize"> = async ({ user_id: userId, namespaces, session_id: sessionId }, { signal }) => {
    const { narratives, services } = this.#parts;
    const conversation = { userId, namespaces, sessionId };
    const taken = await narratives.take(conversation, services.clock.now());
    if (taken === null) return { outcome: "skipped", reason: "nothing_wanted" };
    const result = await this.#make(conversation, taken, AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]));
    services.observe?.synthesised?.(result.outcome === "skipped" ? result.reason : "made");
    return result;
  };

  async #make(conversation: Conversation, { wish, ticket }: TakenWish, signal: AbortSignal): Promise<JobResult> {
    const { services, llm, narratives } = this.#parts;
    const documents = await services.store.getDocuments(wish.realm, wish.ids, { signal });
    if (documents.length < LEAST_STATEMENTS) return { outcome: "skipped", reason: "statements_gone" };
    const madeAt = services.clock.now();
    const answer = await makeNarrative(llm, { query: wish.query, documents, signal }).catch((error: unknown) => error);
    if (CortexError.isInstance(answer)) return { outcome: "skipped", reason: answer.code };
    const { narrative, refused } = answer as Awaited<ReturnType<typeof makeNarrative>>;
    if (narrative === null) return { outcome: "skipped", reason: refused > 0 ? "unsupported" : "nothing_to_say" };
    const cited = documents.filter(({ id }) => narrative.rests.has(id));
    const topic = await this.#topicOf(wish, narrative.text, { cited, signal });
    const kept = { ...narrative, query: wish.query, scope: wish.scope, topic, madeAt, until: services.clock.now() + NARRATIVE_LIFETIME_MS };
    if (!(await narratives.keep(conversation, kept, ticket))) return { outcome: "skipped", reason: "erased_meanwhile" };
    return { outcome: "success" };
  }

  /** The question's vectors are known; the narrative's are made here. A space whose model fails has the question's alone. */
  async #topicOf(wish: NarrativeWish, text: string, { cited, signal }: { cited: readonly Document[]; signal: AbortSignal }): Promise<Topic> {
    const spaces = wish.spaces.map(async ({ space, vector }) => ({
      spaceId: space.id, weighted: space.weighted,
      vectors: [vector, ...(await this.#embedded(wish, { space, text, signal }).catch(() => []))],
    }));
    const terms = new Set([...wish.terms, ...analyse(text), ...cited.flatMap((document) => analyse(document.text))]);
    return { spaces: await Promise.all(spaces), terms };
  }

  async #embedded({ realm }: NarrativeWish, { space, text, signal }: { space: NarrativeWish["spaces"][number]["space"]; text: string; signal: AbortSignal }): Promise<Float32Array[]> {
    const { services, weightings } = this.#parts;
    const embedder = services.embedders.forSpace(space);
    if (embedder === null) return [];
    const weighting = space.weighted ? await weightings.get(realm, space, signal) : null;
    const [vector] = await embedder.embed([text], { kind: "document", weighting, signal });
    return vector == null ? [] : [vector];
  }
}

interface Waking {
  queue: NonNullable<SynthesisServices["queue"]>;
  conversation: Conversation;
  wish: NarrativeWish;
  /** The narrative that is kept for the conversation. */
  known: Soon<KeptNarrative | null>;
}

/** The same question over the same statements, asked again. */
function isMade(kept: KeptNarrative | null, wish: NarrativeWish): boolean {
  return kept !== null && kept.query === wish.query && kept.scope === wish.scope && [...kept.rests.keys()].every((id) => wish.ids.includes(id));
}
