import type { Route } from "@memory-cortex/http";
import type { JobHandlers } from "@memory-cortex/queue";

import type { LlmCalls } from "./llm-calls.ts";

/** Calls of language models that a request causes are written down with the user whom it names. */
export function forTheirUser(routes: readonly Route[], calls: LlmCalls): Route[] {
  return routes.map((route) => (route.user === "none" ? route : { ...route, handle: (call) => calls.on(call.userId, () => route.handle(call)) }));
}

type AnyHandler = (payload: { user_id?: string | undefined }, context: { signal: AbortSignal; attempt: number }) => Promise<unknown>;

/** The same for jobs. */
export function jobsForTheirUser(handlers: JobHandlers, calls: LlmCalls): JobHandlers {
  const wrapped = Object.entries(handlers).map(([name, handler]) => {
    const run = handler as AnyHandler;
    return [name, ((payload, context) => (payload.user_id === undefined ? run(payload, context) : calls.on(payload.user_id, () => run(payload, context)))) satisfies AnyHandler];
  });
  return Object.fromEntries(wrapped) as JobHandlers;
}
