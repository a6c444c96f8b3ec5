import type { Document } from "@memory-cortex/models";
import { clampText, escapeForPrompt } from "@memory-cortex/text";

import { validityWords } from "./stages/validity-words.ts";

/** In an attribute a quotation mark would end the value. */
const attribute = (value: string): string => escapeForPrompt(value).replaceAll('"', "&quot;");

const LONGEST_NAME = 64;

/** Who said it, as the context block names them. */
export const speakerOf = (document: Document): string => document.speaker ?? (document.kind === "turn" ? document.role : document.type);

/**
 * A remembered statement as data in a prompt of ours: one line, escaped, under a number instead of its id (an id costs as many tokens as
 * the statement). Text of a memory is what somebody once wrote, and no instruction.
 */
export function statementTag(number: number, document: Document, longest: number): string {
  const date = new Date(document.observedAt).toISOString().slice(0, 10);
  const valid = validityWords(document);
  const facts = [`number="${number}"`, `date="${date}"`, `by="${attribute(clampText(speakerOf(document), { maxChars: LONGEST_NAME }))}"`, ...(valid === "" ? [] : [`valid="${attribute(valid)}"`])];
  return `<statement ${facts.join(" ")}>${escapeForPrompt(clampText(document.text, { maxChars: longest }))}</statement>`;
}

const LONGEST_QUESTION = 1_000;

export const questionTag = (query: string): string => `<question>${escapeForPrompt(clampText(query, { maxChars: LONGEST_QUESTION }))}</question>`;
