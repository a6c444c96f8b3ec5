import { DEFAULT_NAMESPACE, realmOf } from "@memory-cortex/models";
import type { DegradedEntry, Realm, RecallPart, SearchRequest } from "@memory-cortex/models";
import { PRESET_SETTINGS } from "@memory-cortex/scoring";
import type { DocumentFilter } from "@memory-cortex/store";

import { Deadline } from "./deadline.ts";
import type { RecallServices } from "./services.ts";

const DEFAULT_DEADLINE_MS = 200;

/** One recall on its way through the stages. */
export interface Run {
  readonly services: RecallServices;
  readonly request: SearchRequest;
  readonly realm: Realm;
  readonly filter: DocumentFilter;
  readonly deadline: Deadline;
  /** When the question is asked, epoch milliseconds. */
  readonly askedAt: number;
  readonly receiptId: string;
  readonly timings: Record<string, number>;
  readonly degraded: DegradedEntry[];
}

/** The time limit of a request, milliseconds. */
export const timeLimit = (services: RecallServices, request: SearchRequest): number => request.deadline_ms ?? services.deadlineMs ?? DEFAULT_DEADLINE_MS;

/** The drawers that a request looks into, in its order. */
export const namespacesOf = ({ namespaces, namespace }: SearchRequest): readonly string[] => namespaces ?? [namespace ?? DEFAULT_NAMESPACE];

/** Stage 1: the realm, the filter and the deadline of a request that arrived at a moment of `monotonic`. Throws `invalid_realm`. */
export function openRun(services: RecallServices, request: SearchRequest, arrivedAt: number): Run {
  const now = services.clock.now();
  const askedAt = request.asked_at ?? now;
  return {
    services,
    request,
    realm: realmOf(request.user_id, namespacesOf(request)),
    filter: filterOf(request, askedAt),
    deadline: new Deadline(timeLimit(services, request), services.monotonic, arrivedAt),
    askedAt,
    receiptId: services.ids.next(),
    timings: {},
    degraded: [],
  };
}

function filterOf(request: SearchRequest, now: number): DocumentFilter {
  return {
    kinds: request.kinds,
    includeHistory: request.include_history,
    now,
    ...(request.types === undefined ? {} : { types: request.types }),
    ...(request.tags === undefined ? {} : { tags: request.tags }),
    ...(request.valid_before === undefined ? {} : { validBefore: request.valid_before }),
    ...(request.valid_after === undefined ? {} : { validAfter: request.valid_after }),
    ...(request.as_of === undefined ? {} : { asOf: request.as_of }),
    ...(request.known_at === undefined ? {} : { knownAt: request.known_at }),
  };
}

/** Whether the request asks for an answer without this part. */
export const isLeftOut = (run: Pick<Run, "request">, part: RecallPart): boolean => run.request.without.includes(part);

/** Whether the linear ranker orders the best anew: presets with a fusion of their own rank as their originals did. */
export const usesRanker = (run: Run): boolean => PRESET_SETTINGS[run.request.preset].fusion === null && !isLeftOut(run, "ranker");

/** Names a part that is missing from the answer, once. */
export function degrade(run: Run, part: string, reason: string): void {
  if (run.degraded.some((entry) => entry.part === part)) return;
  run.degraded.push({ part, reason });
  run.services.observe?.degraded?.(part, reason);
}

/** Times a stage; the sum by name stands in `timings_ms`. */
export async function timed<Result>(run: Run, stage: string, work: () => Promise<Result> | Result): Promise<Result> {
  const start = run.services.monotonic();
  try {
    return await work();
  } finally {
    const milliseconds = run.services.monotonic() - start;
    run.timings[stage] = round((run.timings[stage] ?? 0) + milliseconds);
    run.services.observe?.stage?.(stage, milliseconds);
  }
}

const round = (milliseconds: number): number => Math.round(milliseconds * 1_000) / 1_000;
