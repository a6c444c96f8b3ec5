/** When the host lets the agent write notes before it compacts a conversation, and what it tells it. */
export interface FlushPlan {
  softThresholdTokens: number;
  forceFlushTranscriptBytes: number;
  reserveTokensFloor: number;
  model?: string;
  prompt: string;
  systemPrompt: string;
  /** Today's note. */
  relativePath: string;
}

export interface FlushQuestion {
  cfg?: unknown;
  /** Epoch milliseconds. */
  nowMs?: number;
  contextWindowTokens?: number;
}

// The host's own numbers: who changes the memory plugin does not expect flushes at other times.
const SOFT_THRESHOLD_TOKENS = 4_000;
const FORCE_BYTES = 2_097_152;
const RESERVE_TOKENS = 20_000;
const MOST_RESERVED = 0.25;

const NO_REPLY = "NO_REPLY";

/** The plan for now, by `agents.defaults.compaction.memoryFlush`; null where the host's configuration switches flushes off. */
export function flushPlan({ cfg, nowMs, contextWindowTokens }: FlushQuestion, clock: () => number): FlushPlan | null {
  const defaults = at(cfg, ["agents", "defaults"]);
  const settings = at(defaults, ["compaction", "memoryFlush"]);
  if (at(settings, ["enabled"]) === false) return null;
  const zone = zoneOf(at(defaults, ["userTimezone"]));
  const now = nowMs !== undefined && Number.isFinite(nowMs) ? nowMs : clock();
  const relativePath = `memory/${dayIn(now, zone)}.md`;
  const window = wholeNumber(contextWindowTokens) ?? 0;
  const reserve = window > 0 ? Math.min(RESERVE_TOKENS, Math.floor(window * MOST_RESERVED)) : RESERVE_TOKENS;
  const soft = wholeNumber(at(settings, ["softThresholdTokens"])) ?? SOFT_THRESHOLD_TOKENS;
  const model = at(settings, ["model"]);
  return {
    softThresholdTokens: window > 0 ? Math.min(soft, Math.floor((window - reserve) / 2)) : soft,
    forceFlushTranscriptBytes: bytesOf(at(settings, ["forceFlushTranscriptBytes"])) ?? FORCE_BYTES,
    reserveTokensFloor: reserve,
    ...(typeof model === "string" && model.trim() !== "" ? { model: model.trim() } : {}),
    prompt: promptFor(relativePath, { now, zone }),
    systemPrompt: systemPromptFor(relativePath),
    relativePath,
  };
}

const rules = (path: string): string[] => [
  `Store durable memories only in ${path} (create memory/ if needed).`,
  `If ${path} already exists, APPEND new content only and do not overwrite existing entries.`,
  "Treat workspace bootstrap/reference files such as MEMORY.md, USER.md, DREAMS.md, SOUL.md, and AGENTS.md as read-only during this flush; never overwrite, replace, or edit them.",
];

function promptFor(path: string, { now, zone }: { now: number; zone: string }): string {
  return [
    "Pre-compaction memory flush.",
    ...rules(path),
    "Do NOT create timestamped variant files; always use that file name.",
    "Conversations are remembered by themselves: write down what an excerpt would not tell, such as decisions with their reasons, open work, and what was learnt.",
    `If nothing to store, reply with ${NO_REPLY}.`,
    `\nCurrent time: ${new Intl.DateTimeFormat("en-GB", { timeZone: zone, dateStyle: "full", timeStyle: "short" }).format(now)} (${zone})`,
  ].join(" ");
}

function systemPromptFor(path: string): string {
  return ["Pre-compaction memory flush turn.", "The session is near auto-compaction; capture durable memories to disk.", ...rules(path), `You may reply, but usually ${NO_REPLY} is correct.`].join(" ");
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner: unknown, name) => (typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[name] : undefined), value);
}

const wholeNumber = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.floor(value) : null);

const UNITS: Readonly<Record<string, number>> = { "": 1, b: 1, k: 1_024, kb: 1_024, m: 1_048_576, mb: 1_048_576, g: 1_073_741_824, gb: 1_073_741_824 };

/** "2mb", "2097152" or a number. */
function bytesOf(value: unknown): number | null {
  if (typeof value !== "string") return wholeNumber(value);
  const told = /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(value);
  const unit = told === null ? undefined : UNITS[told[2]!.toLowerCase()];
  return told === null || unit === undefined ? null : Math.floor(Number(told[1]) * unit);
}

function zoneOf(told: unknown): string {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (typeof told !== "string" || told.trim() === "") return here;
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: told.trim() }).resolvedOptions().timeZone;
  } catch {
    return here;
  }
}

/** The day there is in that zone, as 2026-03-01. */
const dayIn = (now: number, zone: string): string => new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(now);
