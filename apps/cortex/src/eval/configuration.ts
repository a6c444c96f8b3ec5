import { DOCUMENT_KINDS } from "@memory-cortex/models";
import { searchRequest } from "@memory-cortex/models/wire";
import type { SearchRequest } from "@memory-cortex/models";
import { InvalidArgumentError } from "commander";

/** What one side of a comparison is asked with. */
export type Configuration = { url?: string } & Partial<Pick<SearchRequest, "preset" | "without" | "kinds" | "namespace" | "namespaces" | "project" | "types" | "tags" | "include_history" | "deadline_ms" | "limit">>;

const LISTS = ["without", "kinds", "namespaces", "types", "tags"];
const NUMBERS = ["deadline_ms", "limit"];
const NAMES = ["url", "preset", "namespace", "project", "include_history", ...LISTS, ...NUMBERS];

/**
 * Reads settings of a request: "preset=hybrid", "without=meaning,session kinds=turn", "url=http://127.0.0.1:8301". Throws
 * `InvalidArgumentError` that names what is wrong.
 */
export function parseConfiguration(text: string): Configuration {
  const settings = Object.fromEntries(text.split(/\s+/u).filter(Boolean).map(settingOf));
  if (Object.keys(settings).length === 0) throw new InvalidArgumentError("It takes settings like preset=hybrid.");
  const { url, ...fields } = settings as Configuration;
  const checked = searchRequest.partial().safeParse(fields);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new InvalidArgumentError(`${String(issue?.path[0] ?? "It")}: ${issue?.message ?? "is not valid"}${issue?.path[0] === "kinds" ? ` (${DOCUMENT_KINDS.join(", ")})` : ""}.`);
  }
  return { ...fields, ...(url === undefined ? {} : { url }) };
}

function settingOf(setting: string): [string, unknown] {
  const [name = "", ...rest] = setting.split("=");
  const value = rest.join("=");
  if (!NAMES.includes(name) || value === "") throw new InvalidArgumentError(`"${setting}" is none of ${NAMES.map((each) => `${each}=…`).join(", ")}.`);
  if (LISTS.includes(name)) return [name, value.split(",").filter(Boolean)];
  if (NUMBERS.includes(name)) return [name, Number(value)];
  return [name, name === "include_history" ? value === "true" : value];
}
