import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import { Problem } from "../../problem.ts";
import type { FileEdits } from "../careful-change.ts";
import { openDocument } from "../document-text.ts";
import { valueAt } from "../edits.ts";
import type { Edit, JsonValue, Path } from "../edits.ts";

/** OpenClaw's configuration, and in which file each section of it stands. */
export interface OpenclawConfiguration {
  file: string;
  /** With the sections that come whole from a file of their own read in. */
  value: JsonValue;
  /** Section to file, for those that come from another one. */
  included: ReadonlyMap<string, string>;
  /** Sections that several files make together; nothing can be written to them safely. */
  mixed: ReadonlySet<string>;
}

const FORMAT = "json5";
const INCLUDE = "$include";

async function valueOf(file: string): Promise<Record<string, JsonValue>> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw new Problem(`${file} cannot be read.`, { code: "config_unreadable", fix: "Check who may read it.", cause: error });
  });
  return openDocument(text.replace(/^\uFEFF/u, ""), FORMAT, file).value as Record<string, JsonValue>;
}

/** Reads OpenClaw's configuration; none at all counts as empty. Throws `config_unreadable`. */
export async function readOpenclaw(file: string): Promise<OpenclawConfiguration> {
  const value = await valueOf(file);
  const included = new Map<string, string>();
  const mixed = new Set<string>();
  if (value[INCLUDE] !== undefined) for (const section of ["plugins", "tools"]) mixed.add(section);
  for (const [section, content] of Object.entries(value)) {
    const include = valueAt(content, [INCLUDE]);
    if (include === undefined) continue;
    if (typeof include !== "string" || Object.keys(content as object).length > 1) {
      mixed.add(section);
      continue;
    }
    const path = resolve(dirname(file), include);
    const inner = await valueOf(path);
    if (inner[INCLUDE] !== undefined) mixed.add(section);
    included.set(section, path);
    value[section] = inner;
  }
  return { file, value, included, mixed };
}

/** Sends each edit to the file in which its section stands. Throws `openclaw_included` for a section that several files make together. */
export function filesOf({ file, included, mixed }: OpenclawConfiguration, edits: readonly Edit[]): FileEdits[] {
  const byFile = new Map<string, Edit[]>();
  for (const edit of edits) {
    const path = "append" in edit ? edit.append : "set" in edit ? edit.set : edit.remove;
    const section = String(path[0]);
    if (mixed.has(section)) {
      throw new Problem(`"${section}" in ${file} is put together from several files.`, {
        code: "openclaw_included", fix: `Write "${section}" into one file, then connect again; \`--dry-run\` on a copy shows what has to be in it.`,
      });
    }
    const target = included.get(section);
    const list = byFile.get(target ?? file) ?? [];
    list.push(target === undefined ? edit : within(edit, path.slice(1)));
    byFile.set(target ?? file, list);
  }
  return [...byFile].map(([path, given]) => ({ path, format: FORMAT, edits: given }));
}

function within(edit: Edit, path: Path): Edit {
  if ("append" in edit) return { ...edit, append: path };
  return "set" in edit ? { ...edit, set: path } : { remove: path };
}
