import { isDeepStrictEqual } from "node:util";

import { valueAt } from "../connect/edits.ts";
import type { Edit, JsonValue } from "../connect/edits.ts";
import type { HookOptions } from "./hook-service.ts";

/** A hook event of Claude Code, which of ours runs at it, and how long Claude Code waits for it, in seconds: far more than it takes. */
const EVENTS = [
  { event: "UserPromptSubmit", hook: "pre", timeout: 10 },
  { event: "Stop", hook: "post", timeout: 20 },
] as const;

/** How a shell starts our hooks. */
export interface HookProgram {
  command: string;
  script: string;
}

/** In a shell, and in the Bash of Windows, for whom backslashes are not part of a name. */
const quoted = (part: string): string => (/^[\w@%+=:,./-]+$/.test(part) ? part : `"${part.replaceAll("\\", "/").replaceAll(/(["$`])/g, "\\$1")}"`);

/** `"/path/to/node" "/path/to/main.ts" hook pre --home /path` */
export function hookCommandLine(hook: "pre" | "post", { command, script }: HookProgram, { home, url, user, namespace }: HookOptions): string {
  const flags = Object.entries({ "--home": home, "--url": url, "--user": user, "--namespace": namespace }).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
  return [command, script, "hook", hook, ...flags].map(quoted).join(" ");
}

const IDENTITY = ["hooks", 0, "command"] as const;
const OURS = /\bhook (?:pre|post)\b/;

const isOurs = (command: unknown): command is string => typeof command === "string" && OURS.test(command) && command.includes("cortex");

/** Places of hooks of ours in settings that no record tells of, the last first; they would run beside the new ones. */
function leftovers(settings: JsonValue, event: string, wanted: JsonValue): Edit[] {
  const groups = valueAt(settings, ["hooks", event]);
  if (!Array.isArray(groups)) return [];
  const places = groups.flatMap((group, place) => (isOurs(valueAt(group, IDENTITY)) && !isDeepStrictEqual(group, wanted) ? [place] : []));
  return places.reverse().map((place) => ({ remove: ["hooks", event, place] }));
}

/** What has to stand in the settings of Claude Code. */
export function hookEdits(settings: JsonValue, program: HookProgram, options: HookOptions): Edit[] {
  return EVENTS.flatMap(({ event, hook, timeout }): Edit[] => {
    const value = { hooks: [{ type: "command", command: hookCommandLine(hook, program, options), timeout }] };
    return [...leftovers(settings, event, value), { append: ["hooks", event], value, identifiedBy: IDENTITY }];
  });
}

/** The commands of our hooks that stand in the settings, by event. */
export function installedHooks(settings: JsonValue): { event: string; command: string }[] {
  return EVENTS.flatMap(({ event }) => {
    const groups = valueAt(settings, ["hooks", event]);
    const commands = Array.isArray(groups) ? groups.map((group) => valueAt(group, IDENTITY)) : [];
    return commands.flatMap((command) => (isOurs(command) ? [{ event, command }] : []));
  });
}

/** What keeps hooks from running at all, in words; null when nothing does. */
export function hooksAreOff(settings: JsonValue): string | null {
  return valueAt(settings, ["disableAllHooks"]) === true ? '"disableAllHooks" is true in these settings, so no hook runs; remove it.' : null;
}
