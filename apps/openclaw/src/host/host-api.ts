/**
 * What this plugin uses of OpenClaw's plugin interface (2026.9.6), written down here so that the published plugin depends on nothing.
 * Everything that an older host may lack is optional.
 */
export interface HostApi {
  readonly id: string;
  /** "full" where the plugin really runs; the others only want to know what it would register. */
  readonly registrationMode?: string;
  /** The whole configuration of the host. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** `plugins.entries.memory-cortex.config`. */
  readonly pluginConfig?: Readonly<Record<string, unknown>>;
  readonly logger: HostLogger;
  readonly runtime?: {
    readonly version?: string;
    readonly state?: {
      /** Folder of the host's changeable data; honours OPENCLAW_STATE_DIR. */
      resolveStateDir?: () => string;
    };
    readonly config?: {
      /** The configuration as it is now; `config` beside is that of the registration. */
      current?: () => unknown;
    };
    readonly agent?: {
      resolveAgentWorkspaceDir?: (config: unknown, agentId: string) => string;
    };
  };
  resolvePath?: (path: string) => string;
  on: (hook: string, handler: (event: never, context: never) => unknown, options?: { priority?: number; timeoutMs?: number }) => void;
  registerTool: (tool: unknown, options?: { name?: string; names?: string[]; optional?: boolean }) => void;
  registerMemoryCapability?: (capability: unknown) => void;
  registerMemoryPromptSection?: (builder: unknown) => void;
  /** Lines for the system prompt that may take a moment. */
  registerMemoryPromptPreparation?: (prepare: (question: never) => Promise<readonly string[]>) => void;
  registerCli?: (registrar: (context: never) => void, options?: { commands?: string[]; descriptors?: { name: string; description: string; hasSubcommands: boolean }[] }) => void;
  registerCommand?: (command: unknown) => void;
  registerService?: (service: { id: string; start: (context: never) => unknown; stop?: (context: never) => unknown }) => void;
}

export interface HostLogger {
  debug?: (message: string) => void;
  info: (message: string) => void;
  warn: (message: string) => void;
  error: (message: string) => void;
}
