import { CortexClientError } from "@memory-cortex/client";

import type { Plugin } from "../plugin.ts";
import { argumentsOf } from "./arguments.ts";
import type { HostTool, Tool, ToolAnswer, ToolContext } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

/** Answers of the service that say something about the request, not about the service. */
const ABOUT_THE_REQUEST = new Set([400, 409, 413, 422]);
/** They may answer without the service. */
const ALONE: ReadonlySet<string> = new Set(["memory_get", "memory_search"]);

/**
 * A tool as the host takes it, for one run: the realm is fixed here, by what the host says about the conversation. It never rejects but for an
 * abort: what fails comes as a text that tells the model what to do without it.
 */
export function hostTool({ name, label, description, parameters, run }: Tool, plugin: Plugin, context: ToolContext): HostTool {
  const realm = plugin.realmOf(context);
  return {
    name, label, description, parameters, catalogMode: "direct-only",
    execute: async (_callId, given, signal) => {
      const { text, details } = await run({ plugin, realm, context, given: argumentsOf(given), signal }).then(
        (answer) => {
          if (!ALONE.has(name)) plugin.service.answered();
          return answer;
        },
        (error: unknown) => explained(error, { name, plugin, signal }),
      );
      return { content: [{ type: "text", text }], details };
    },
  };
}

function explained(error: unknown, { name, plugin, signal }: { name: string; plugin: Plugin; signal: AbortSignal | undefined }): ToolAnswer {
  if (signal?.aborted === true) throw error;
  if (error instanceof ToolRefusal) return { text: error.message, details: { error: error.code, message: error.message, ...error.facts } };
  if (CortexClientError.isInstance(error) && error.code === "unknown_user") return { text: "Nothing is remembered here yet.", details: { error: error.code, message: error.detail } };
  if (CortexClientError.isInstance(error) && ABOUT_THE_REQUEST.has(error.status) && !error.retryable) {
    const fields = error.errors.map(({ path, message }) => `${path} ${message}`).join("; ");
    const text = `${name} was refused: ${error.detail}${fields === "" ? "" : ` (${fields})`} ${error.fix}`.trim();
    return { text, details: { error: error.code, message: error.detail, fix: error.fix, errors: error.errors } };
  }
  if (!CortexClientError.isInstance(error)) {
    plugin.log.error(`memory-cortex: ${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return { text: `${name} failed. Go on without it, and tell the user that memory could not be used.`, details: { error: "internal", unavailable: true } };
  }
  const { code, sentence, fix } = plugin.service.failed(error);
  return {
    text: `Memory is not available: ${sentence} ${fix} Go on without it, and tell the user that memory could not be used just now; nothing was changed.`,
    details: { error: code, message: sentence, fix, unavailable: true, disabled: true },
  };
}
