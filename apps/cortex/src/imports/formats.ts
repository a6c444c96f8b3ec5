import type { ForeignReader } from "./foreign-reader.ts";

/** A format of somebody else that `cortex import` reads. Readers are loaded when they are needed: no other command pays for them. */
export interface ForeignFormat {
  name: string;
  /** What it is, for the help. */
  about: string;
  load(): Promise<ForeignReader>;
}

/** In the order in which they are tried on a file of unknown shape: the most telling first. */
export const FOREIGN_FORMATS: readonly ForeignFormat[] = [
  { name: "openclaw-sessions", about: "OpenClaw's session transcripts: its state folder, an agent's folder, openclaw-agent.sqlite or .jsonl files", load: async () => (await import("./readers/openclaw-sessions.ts")).openclawSessions },
  { name: "claude-code", about: "Claude Code's transcripts: ~/.claude/projects, or .jsonl files", load: async () => (await import("./readers/claude-code.ts")).claudeCode },
  { name: "chatgpt", about: "ChatGPT's data export: the zip, its folder or conversations.json", load: async () => (await import("./readers/chatgpt.ts")).chatgpt },
  { name: "claude", about: "Claude's data export: the zip, its folder or conversations.json", load: async () => (await import("./readers/claude.ts")).claude },
  { name: "middleware", about: "the older Memory Cortex middleware's memories.db", load: async () => (await import("./readers/middleware.ts")).middleware },
  { name: "openclaw-mem", about: "openclaw-mem and openclaw-mem-engine: exports and observations, JSON Lines or JSON", load: async () => (await import("./readers/openclaw-mem.ts")).openclawMem },
  { name: "memory-lancedb", about: "memory-lancedb: what `openclaw ltm list` prints, JSON or JSON Lines", load: async () => (await import("./readers/memory-lancedb.ts")).memoryLancedb },
  { name: "openclaw-cortex", about: "openclaw-cortex exports: JSON, JSON Lines or CSV", load: async () => (await import("./readers/openclaw-cortex.ts")).openclawCortex },
  { name: "mem0", about: "mem0 exports: what get_all returns, or a list, JSON or JSON Lines", load: async () => (await import("./readers/mem0.ts")).mem0 },
];
