import type { Clock } from "@memory-cortex/models";

export const HEALTH_STATUSES = ["ok", "degraded", "down"] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

export interface PartState {
  status: HealthStatus;
  /** What is wrong and what it costs; null when all is well. */
  why: string | null;
  /** Progress or numbers for the operator; never ids of users or text. */
  details?: Readonly<Record<string, unknown>>;
}

export interface PartReport extends PartState {
  part: string;
  /** When the status last changed, epoch milliseconds. */
  since: number;
}

export interface HealthReport {
  /** "down" only when a part that the service cannot do without is down. */
  status: HealthStatus;
  parts: PartReport[];
}

export interface PartOptions {
  /** Without it the service cannot work; else its loss only degrades. */
  vital?: boolean;
  /** Asked at each check; a throw or a late answer is "down". */
  probe?: (signal: AbortSignal) => Promise<PartState>;
  /** Time for the probe, milliseconds. */
  limitMs?: number;
}

/** The state of each part, as `/readyz` and the operator see it. */
export interface Health {
  /** Adds a part; it counts as ok until it is reported or probed. */
  register(part: string, options?: PartOptions): void;
  /** Sets a part; one that was not registered is added, as not vital. */
  report(part: string, state: PartState): void;
  /** What is known now, without asking anybody. */
  known(): HealthReport;
  /** Asks every probe at once, then reports. */
  check(): Promise<HealthReport>;
}

interface Part {
  options: PartOptions;
  state: PartState;
  since: number;
}

const OK: PartState = { status: "ok", why: null };
const DEFAULT_LIMIT_MS = 1_000;

async function probed(probe: NonNullable<PartOptions["probe"]>, limitMs = DEFAULT_LIMIT_MS): Promise<PartState> {
  const signal = AbortSignal.timeout(limitMs);
  const late = new Promise<PartState>((resolve) => signal.addEventListener("abort", () => resolve({ status: "down", why: `No answer within ${limitMs} ms.` }), { once: true }));
  const failed = (error: unknown): PartState => ({ status: "down", why: error instanceof Error ? codeOf(error) : "It failed." });
  return Promise.race([probe(signal).catch(failed), late]);
}

/** The code of an error is safe to show; its message may quote what it was given. */
function codeOf(error: Error): string {
  return "detail" in error && typeof error.detail === "string" ? error.detail : `It failed (${"code" in error ? String(error.code) : error.name}).`;
}

/** A registry of parts. The clock says since when a status holds. */
export function createHealth(clock: Clock): Health {
  const parts = new Map<string, Part>();

  function set(name: string, state: PartState): void {
    const part = parts.get(name);
    const since = part !== undefined && part.state.status === state.status ? part.since : clock.now();
    parts.set(name, { options: part?.options ?? {}, state, since });
  }

  function known(): HealthReport {
    const reports = [...parts].map(([part, { state, since }]) => ({ part, ...state, since }));
    const vitalDown = [...parts.values()].some(({ options, state }) => options.vital && state.status === "down");
    const allOk = reports.every(({ status }) => status === "ok");
    return { status: vitalDown ? "down" : allOk ? "ok" : "degraded", parts: reports };
  }

  return {
    register: (part, options = {}) => void parts.set(part, { options, state: OK, since: clock.now() }),
    report: set,
    known,
    async check() {
      // Parts without a probe are left alone: what is reported of them meanwhile must stand.
      const asked = [...parts].flatMap(([name, { options: { probe, limitMs } }]) => (probe === undefined ? [] : [{ name, answer: probed(probe, limitMs) }]));
      for (const { name, answer } of asked) set(name, await answer);
      return known();
    },
  };
}
