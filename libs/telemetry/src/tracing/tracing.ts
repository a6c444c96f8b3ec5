/** Values of a span: names, codes and numbers; never a user, an id of theirs or text. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanFacts {
  name: string;
  /** "server": a request; "consumer": a job; "internal": a part of either. */
  kind: "server" | "consumer" | "internal";
  /** The span of another process that this one belongs to, as the W3C header `traceparent` has it; else the one that runs here. */
  parent?: string | undefined;
  attributes?: SpanAttributes;
}

/** A span whose work still runs. */
export interface RunningSpan {
  /** For what is known only later, as the route of a request. */
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed, with the code of the error. */
  fail(code: string): void;
}

/** Traces of requests, stages of recall, and jobs. */
export interface Tracing {
  /** Runs the work inside a span, which ends with it; what it throws marks the span as failed and is thrown on. */
  span<Result>(facts: SpanFacts, work: (span: RunningSpan) => Promise<Result>): Promise<Result>;
  /** A part of the running span that ends now and began so many milliseconds ago; nothing outside of a span. */
  past(name: string, milliseconds: number, attributes?: SpanAttributes): void;
  /** The running span for another process; undefined outside of one. */
  traceparent(): string | undefined;
  /** Sends what is gathered, for at most so many milliseconds. */
  close(graceMs: number): Promise<void>;
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Whether it names a span as the W3C header does (https://www.w3.org/TR/trace-context/#traceparent-header). */
export function isTraceparent(value: unknown): value is string {
  return typeof value === "string" && TRACEPARENT.test(value);
}

const NO_SPAN: RunningSpan = { rename: () => undefined, set: () => undefined, fail: () => undefined };

/** Where no endpoint is configured: the work runs, and nothing is written down. */
export const silentTracing: Tracing = {
  span: (_facts, work) => work(NO_SPAN),
  past: () => undefined,
  traceparent: () => undefined,
  close: async () => undefined,
};
