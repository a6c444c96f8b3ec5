import { harmless } from "../terminal/format.ts";
import type { Colours } from "../terminal/terminal.ts";
import type { CheckResult, CheckStatus } from "./check.ts";

const MARKS: Record<CheckStatus, string> = { ok: "✓", warning: "!", failed: "✗" };

/** One line for each check, with its fix below where there is one. */
export function checkLines(results: readonly CheckResult[], colours: Colours): string[] {
  const paint: Record<CheckStatus, (text: string) => string> = { ok: colours.green, warning: colours.yellow, failed: colours.red };
  const width = Math.max(0, ...results.map(({ check }) => check.length));
  return results.flatMap(({ check, status, message, fix }) => [
    `${paint[status](MARKS[status])} ${check.padEnd(width)}  ${harmless(message)}`,
    ...(fix === null ? [] : [`  ${" ".repeat(width)}  → ${fix}`]),
  ]);
}
