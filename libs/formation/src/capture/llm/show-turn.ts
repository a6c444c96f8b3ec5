import type { Turn } from "@memory-cortex/models";
import { escapeForPrompt } from "@memory-cortex/text";

import { isPerson, speakerName } from "../people.ts";
import { WINDOW_LIMITS } from "./limits.ts";

const CUT = " … ";

/** A turn as one line of a prompt, after its number: nothing in it can open or close a tag or begin a line. Long ones lose their middle. */
export function showTurn(turn: Turn, mostChars: number = isPerson(turn) ? WINDOW_LIMITS.personChars : WINDOW_LIMITS.programChars): string {
  return `${escapeForPrompt(whoSpeaks(turn)).replaceAll(":", " ")}: ${escapeForPrompt(shorten(turn.text, mostChars))}`;
}

/** The program's own name would read like a person's. */
function whoSpeaks(turn: Turn): string {
  if (isPerson(turn)) return speakerName(turn) ?? "user";
  return turn.role === "tool" || turn.role === "system" ? "tool" : "assistant";
}

/** Two thirds from the beginning, a third from the end; surrogates that are cut apart are mended by the escaping. */
export function shorten(text: string, mostChars: number): string {
  if (text.length <= mostChars) return text;
  const room = Math.max(0, mostChars - CUT.length);
  const tail = Math.floor(room / 3);
  return `${text.slice(0, room - tail)}${CUT}${tail === 0 ? "" : text.slice(-tail)}`;
}
