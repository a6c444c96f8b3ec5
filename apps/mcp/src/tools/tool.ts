import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type { z } from "zod";

import type { CallOptions, Memory } from "../memory.ts";

/** What a tool is given for one call. */
export interface ToolCall extends CallOptions {
  memory: Memory;
  /** Tells a host that asked for it how far the call is; costs nothing where nobody asked. */
  report(message: string): void;
}

/** One tool: what hosts and models are told of it, and what it does. */
export interface MemoryTool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** Stable: hosts write it into their permissions. */
  name: string;
  title: string;
  /** What it does and when to use it, for the model. */
  description: string;
  input: Input;
  output: Output;
  annotations: ToolAnnotations;
  /** The structured answer. It is read by `output` once more, which drops what a newer service says beside it. */
  run(input: z.infer<Input>, call: ToolCall): Promise<unknown>;
  /** The answer as text; without it, its JSON. */
  text?(answer: z.infer<Output>): string;
}

/** Keeps the types of a tool's own schemas inside it. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: MemoryTool<Input, Output>): MemoryTool {
  return tool;
}

/** Reads and changes nothing that anybody would miss. */
export const READS: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** Adds; the same again adds nothing. */
export const ADDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** Takes away for good; the same again takes nothing more. */
export const ERASES: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };
