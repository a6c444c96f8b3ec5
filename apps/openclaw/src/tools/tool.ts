import type { TurnContext } from "../host/turn-context.ts";
import type { Realm } from "../isolation/realm.ts";
import type { Plugin } from "../plugin.ts";
import type { Arguments } from "./arguments.ts";
import type { ToolName } from "./tool-names.ts";

/** What the host tells a tool factory, as far as the tools use it. */
export interface ToolContext extends TurnContext {
  /** The agent's commands run in a container and must not reach files of the host. */
  sandboxed?: boolean | undefined;
}

/** One call of a tool by the model. */
export interface ToolCall {
  readonly plugin: Plugin;
  /** Decided by the host's context alone; nothing of it can be named by the model. */
  readonly realm: Realm;
  readonly context: ToolContext;
  readonly given: Arguments;
  readonly signal: AbortSignal | undefined;
}

export interface ToolAnswer {
  /** What the model reads. */
  text: string;
  /** The same as data, for the host's logs and code mode. */
  details: Record<string, unknown>;
}

export interface Tool {
  readonly name: ToolName;
  readonly label: string;
  /** Where only a directory of tools is shown, the model sees the first 60 characters: the key words are there. */
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  run(call: ToolCall): Promise<ToolAnswer>;
}

/** A tool as the host takes it. */
export interface HostTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Without it the model sees a line in a directory of tools instead of the tool. */
  readonly catalogMode: "direct-only";
  execute(callId: string, given: unknown, signal?: AbortSignal): Promise<{ content: { type: "text"; text: string }[]; details: Record<string, unknown> }>;
}
