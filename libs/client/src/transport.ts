import { CortexClientError } from "./client-error.ts";

/** Where requests go and how; what a caller leaves out is filled in. */
export interface CortexClientOptions {
  /** Address of the service: "http://127.0.0.1:8300". */
  url: string;
  /** Sent as a Bearer token; none on a machine of one's own. */
  token?: string | null | undefined;
  /** Milliseconds for a whole call, repetitions and waits included. Default 30,000; calls that name a limit of the service's own get 5 s more than that. */
  timeoutMs?: number | undefined;
  /** How often a request is sent again at most. Default 2. */
  retries?: number | undefined;
  /** Default: the platform's own. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Headers of every request, `user-agent` say. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Makes the Idempotency-Key of a write. Default: a random UUID. */
  newKey?: (() => string) | undefined;
  /** [0, 1), spreads waits. */
  random?: (() => number) | undefined;
  /** Waits between repetitions; ends at once when the signal is aborted. */
  wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

export interface Transport {
  /** Without a slash at the end. */
  url: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  retries: number;
  fetch: typeof globalThis.fetch;
  newKey: () => string;
  random: () => number;
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 2;
/** Timers of the platform take no more. */
export const LONGEST_MS = 2_147_483_647;

/** Checks the options once. Throws `invalid_client`, naming the option and never its value. */
export function openTransport(options: CortexClientOptions): Transport {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES, token } = options;
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_MS)) throw invalid("timeoutMs", "Give milliseconds above 0.");
  if (!Number.isInteger(retries) || retries < 0) throw invalid("retries", "Give a whole number from 0.");
  return {
    url: addressOf(options.url),
    headers: headersOf({ ...options.headers, ...(token === undefined || token === null || token === "" ? {} : { authorization: `Bearer ${token}` }) }),
    timeoutMs,
    retries,
    // Not globalThis.fetch itself: somebody may put another one in its place later, as tests and tracers do.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    newKey: options.newKey ?? (() => globalThis.crypto.randomUUID()),
    random: options.random ?? Math.random,
    wait: options.wait ?? pause,
  };
}

function addressOf(url: string): string {
  const fix = "Give an address like http://127.0.0.1:8300; the token is an option of its own.";
  if (!URL.canParse(url)) throw invalid("url", fix);
  const { protocol, username, password, search, hash, href } = new URL(url);
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "" || search !== "" || hash !== "") throw invalid("url", fix);
  return href.replace(/\/+$/, "");
}

function headersOf(given: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(new Headers(given));
  } catch {
    // Without the cause, which quotes the header.
    throw invalid("token or headers", "Headers take visible ASCII characters only.");
  }
}

function invalid(option: string, fix: string): CortexClientError {
  return new CortexClientError({ code: "invalid_client", detail: `The option ${option} is not valid.`, fix });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
}
