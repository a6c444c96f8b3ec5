/** What a session key of the host says about the conversation. */
export interface SessionKeyParts {
  agentId: string | null;
  /** "shared": a group, channel or room; "direct": one person; "job": no conversation at all; "main": the key tells nothing. */
  kind: "main" | "direct" | "shared" | "subagent" | "cron" | "webhook" | "acp";
  channel: string | null;
  /** The other person of a direct chat, the chat of a shared one. */
  peer: string | null;
  /** A heartbeat that runs in a session of its own. */
  heartbeat: boolean;
  /** Kept in memory by the host alone, at the person's wish. */
  incognito: boolean;
}

const SHARED = new Set(["group", "channel", "room"]);
const DIRECT = new Set(["direct", "dm"]);
const JOBS: Readonly<Record<string, SessionKeyParts["kind"]>> = { subagent: "subagent", cron: "cron", hook: "webhook", acp: "acp" };

/**
 * Reads "agent:AGENT:REST", where REST is a main key, "CHANNEL:group:ID", "CHANNEL:direct:ID", "CHANNEL:ACCOUNT:direct:ID",
 * "direct:ID", "subagent:…", "cron:…", "hook:…" or "acp:…". Topics and threads belong to their chat.
 */
export function readSessionKey(key: string | undefined): SessionKeyParts {
  const all = (key ?? "").trim().split(":");
  const wrapped = all[0]?.toLowerCase() === "agent" && all.length >= 3;
  const agentId = wrapped ? all[1]! : null;
  const parts = wrapped ? all.slice(2) : all;
  const lower = parts.map((part) => part.toLowerCase());
  const common = { agentId, heartbeat: lower.length > 1 && lower.at(-1) === "heartbeat", incognito: lower.some((part) => part.startsWith("incognito-")) };
  const job = lower.map((part) => JOBS[part]).find((kind, index) => kind !== undefined && (index === 0 || kind === "subagent"));
  if (job !== undefined) return { ...common, kind: job, channel: null, peer: null };
  if (lower.length >= 3 && SHARED.has(lower[1]!)) return { ...common, kind: "shared", channel: lower[0]!, peer: withoutThread(parts.slice(2)) };
  if (lower.length >= 2 && DIRECT.has(lower[0]!)) return { ...common, kind: "direct", channel: null, peer: withoutThread(parts.slice(1)) };
  if (lower.length >= 3 && DIRECT.has(lower[1]!)) return { ...common, kind: "direct", channel: lower[0]!, peer: withoutThread(parts.slice(2)) };
  if (lower.length >= 4 && DIRECT.has(lower[2]!)) return { ...common, kind: "direct", channel: lower[0]!, peer: withoutThread(parts.slice(3)) };
  return { ...common, kind: "main", channel: null, peer: null };
}

function withoutThread(parts: readonly string[]): string | null {
  const cut = parts.findIndex((part, index) => index > 0 && ["topic", "thread", "heartbeat"].includes(part.toLowerCase()));
  return (cut === -1 ? parts : parts.slice(0, cut)).join(":") || null;
}
