import { isDeepStrictEqual } from "node:util";

import { Problem } from "../problem.ts";

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** Where a value stands in a file: keys, and places in lists. */
export type Path = readonly (string | number)[];

/** What we want of somebody else's configuration file. */
export type Edit =
  | {
      set: Path;
      value: JsonValue;
      /** The whole key is ours: undone even when somebody edited inside it since. Otherwise undone only while its value is what we wrote. */
      owned?: boolean;
    }
  | {
      /** A list, made when it is missing; an equal element is not added again. */
      append: Path;
      value: JsonValue;
      /** Path inside the element whose value tells that it is ours, whatever else was edited in it since. */
      identifiedBy?: Path;
    }
  | { remove: Path };

/** One change of a document, its parents being there. The last part of a path that is a number is a place in a list. */
export type Operation = { set: Path; value: JsonValue } | { remove: Path };

/** How to take one edit back. `made`: the outermost key that was made for it, removed again when nothing else is in it. */
export type Undo =
  | { kind: "set"; path: Path; wrote: JsonValue; was: { value: JsonValue } | null; owned: boolean; made: Path }
  | { kind: "append"; path: Path; wrote: JsonValue; identifiedBy: Path | null; made: Path }
  | { kind: "remove"; path: Path; was: JsonValue };

/** A key of ours that stays, as somebody changed it since. */
export interface Kept {
  path: string;
  reason: string;
}

type Container = Record<string | number, JsonValue>;

const isContainer = (value: JsonValue | undefined): value is JsonValue[] | { [key: string]: JsonValue } => typeof value === "object" && value !== null;

/** "plugins.slots.memory" */
export const pathName = (path: Path): string => path.join(".");

/** The value at a path; undefined when there is none. Own keys only: a file may well hold "constructor". */
export function valueAt(root: JsonValue, path: Path): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const key of path) {
    if (!isContainer(value) || !Object.hasOwn(value, key)) return undefined;
    value = (value as Container)[key];
  }
  return value;
}

/** A copy of objects and lists; what is neither (a date of TOML) stays the same object, as a copy would lose its kind. */
export function copyOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]));
}

const isPlain = (value: object): boolean => [null, Object.prototype].includes(Object.getPrototypeOf(value) as object | null);

/** Applies an operation to a plain value, in place. */
export function applyOperation(root: JsonValue, operation: Operation): void {
  const path = "set" in operation ? operation.set : operation.remove;
  const parent = valueAt(root, path.slice(0, -1)) as Container;
  const key = path.at(-1)!;
  if ("set" in operation) Object.defineProperty(parent, key, { value: copyOf(operation.value), enumerable: true, configurable: true, writable: true });
  else if (Array.isArray(parent)) parent.splice(key as number, 1);
  else Reflect.deleteProperty(parent, key);
}

/** The operation that writes a value, with the parents that are missing, and the outermost key that it makes. */
function writing(root: JsonValue, path: Path, value: JsonValue): { operation: { set: Path; value: JsonValue }; made: Path } {
  for (let length = 1; length < path.length; length += 1) {
    const above = valueAt(root, path.slice(0, length));
    if (above === undefined) {
      const nested = path.slice(length).reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value);
      return { operation: { set: path.slice(0, length), value: nested }, made: path.slice(0, length) };
    }
    if (!isContainer(above) || Array.isArray(above)) {
      throw new Problem(`"${pathName(path.slice(0, length))}" is no object there.`, { code: "config_unreadable", fix: "Set it right in the file, then try again." });
    }
  }
  return { operation: { set: path, value }, made: path };
}

export interface Resolved {
  operations: Operation[];
  /** In the order of the edits; to be taken back from the last to the first. */
  undo: Undo[];
  /** The document afterwards. */
  result: JsonValue;
}

/** What has to be done to a document so that the edits hold; nothing for what holds already. Throws `config_unreadable` where a parent is no object. */
export function resolveEdits(document: JsonValue, edits: readonly Edit[]): Resolved {
  const result = copyOf(document);
  const operations: Operation[] = [];
  const undo: Undo[] = [];
  for (const edit of edits) {
    const step = "append" in edit ? appending(result, edit) : "set" in edit ? setting(result, edit) : removing(result, edit);
    if (step === null) continue;
    applyOperation(result, step.operation);
    operations.push(step.operation);
    undo.push(step.undo);
  }
  return { operations, undo, result };
}

type Step = { operation: Operation; undo: Undo } | null;

function setting(root: JsonValue, { set: path, value, owned = false }: Extract<Edit, { set: Path }>): Step {
  const present = valueAt(root, path);
  if (isDeepStrictEqual(present, value)) return null;
  const { operation, made } = writing(root, path, value);
  return { operation, undo: { kind: "set", path, wrote: value, was: present === undefined ? null : { value: copyOf(present) }, owned, made } };
}

function appending(root: JsonValue, { append: path, value, identifiedBy }: Extract<Edit, { append: Path }>): Step {
  const list = valueAt(root, path);
  if (list === undefined) {
    const { operation, made } = writing(root, path, [value]);
    return { operation, undo: { kind: "append", path, wrote: value, identifiedBy: identifiedBy ?? null, made } };
  }
  if (!Array.isArray(list)) throw new Problem(`"${pathName(path)}" is no list there.`, { code: "config_unreadable", fix: "Set it right in the file, then try again." });
  if (list.some((element) => isDeepStrictEqual(element, value))) return null;
  const place = [...path, list.length];
  return { operation: { set: place, value }, undo: { kind: "append", path, wrote: value, identifiedBy: identifiedBy ?? null, made: place } };
}

function removing(root: JsonValue, { remove: path }: Extract<Edit, { remove: Path }>): Step {
  const present = valueAt(root, path);
  return present === undefined ? null : { operation: { remove: path }, undo: { kind: "remove", path, was: copyOf(present) } };
}
