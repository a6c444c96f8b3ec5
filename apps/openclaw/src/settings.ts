/** One setting of `plugins.entries.memory-cortex.config`, as the manifest's schema says it (a test keeps both equal). */
export type Setting =
  | { type: "boolean"; default: boolean; description: string }
  | { type: "integer"; default: number; minimum: number; maximum: number; description: string }
  | { type: "string"; default?: string; maxLength: number; pattern?: string; description: string }
  | { type: "array"; items: { type: "string"; maxLength: number }; maxItems: number; description: string }
  | { type: "object"; additionalProperties: { type: "string"; maxLength: number }; description: string };

/** Every setting of the plugin. Each has a default: nothing needs to be configured where the service runs on this machine. */
export const SETTINGS = {
  url: { type: "string", default: "http://127.0.0.1:8300", maxLength: 2_048, pattern: "^https?://", description: "Address of the Memory Cortex service." },
  token: { type: "string", maxLength: 4_096, description: "Token of the service; needed where the service asks for one." },
  userId: { type: "string", maxLength: 128, description: "Whose memory the owner's conversations belong to. Default: the login name on this machine, as the cortex command uses it." },
  namespace: { type: "string", default: "global", maxLength: 64, pattern: "^[a-z0-9][a-z0-9._:/-]*$", description: "Drawer of memories that the owner's conversations are written to and read from." },
  owners: { type: "array", items: { type: "string", maxLength: 256 }, maxItems: 256, description: "Senders who are the owner, as channel:senderId (telegram:123456). Whom OpenClaw itself knows as owner need not be named." },
  users: { type: "object", additionalProperties: { type: "string", maxLength: 128 }, description: "Senders with a memory of a name of their own: channel:senderId to user. Everybody else gets sender:CHANNEL:SENDER." },
  isolateAgents: { type: "boolean", default: false, description: "A memory for each agent: one agent's memories never reach another." },
  isolateWorkspaces: { type: "boolean", default: false, description: "A memory for each workspace." },
  isolateChannels: { type: "boolean", default: false, description: "A memory for each channel, also of the owner." },
  autoRecall: { type: "boolean", default: true, description: "Look up memories before each answer." },
  recallTimeoutMs: { type: "integer", default: 200, minimum: 20, maximum: 5_000, description: "Milliseconds after which an answer goes on without memories." },
  recallMaxItems: { type: "integer", default: 6, minimum: 1, maximum: 6, description: "Memories in a prompt, at most." },
  recallMaxChars: { type: "integer", default: 1_800, minimum: 300, maximum: 1_800, description: "Characters of all that is added to a prompt, at most." },
  recallMinRecent: { type: "integer", default: 1, minimum: 0, maximum: 3, description: "Places kept for the newest of what was found." },
  recallAgainAfterTurns: { type: "integer", default: 4, minimum: 0, maximum: 100, description: "Turns of a session until the same memory may be added again. 0: at once." },
  recallUnknown: { type: "boolean", default: true, description: "Fill free places with what was never weighed, above all with what was said word for word." },
  autoCapture: { type: "boolean", default: true, description: "Remember conversations." },
  captureAssistant: { type: "boolean", default: true, description: "Keep what the agent answered as well, not only what people said." },
  captureTimeoutMs: { type: "integer", default: 5_000, minimum: 200, maximum: 60_000, description: "Milliseconds for handing one conversation piece to the service; it waits in a file when that fails." },
  spoolMaxEntries: { type: "integer", default: 1_000, minimum: 10, maximum: 10_000, description: "Conversation pieces that may wait while the service is away; beyond that the oldest are dropped, and said so." },
  spoolMaxBytes: { type: "integer", default: 4_194_304, minimum: 65_536, maximum: 67_108_864, description: "Bytes that may wait while the service is away." },
  receiptsKept: { type: "integer", default: 200, minimum: 0, maximum: 5_000, description: "Receipts of recalls and captures that are kept for `openclaw cortex why` (ids, scores and reasons; never text)." },
  exportFolder: { type: "string", default: "", maxLength: 4_096, description: "The only folder that memory_export writes to and memory_import reads from. Default: memory-cortex/exports in OpenClaw's state folder." },
} as const satisfies Record<string, Setting>;
