import { isDeepStrictEqual } from "node:util";

import { applyOperation, copyOf, pathName, valueAt } from "./edits.ts";
import type { JsonValue, Kept, Operation, Path, Undo } from "./edits.ts";

export interface Undone {
  operations: Operation[];
  /** What stays, and why. */
  kept: Kept[];
  /** The document afterwards. */
  result: JsonValue;
}

const CHANGED = "somebody changed it since";

/** Takes edits back in a document that others have changed since: only what is ours goes, everything else stays as it is. */
export function undoEdits(document: JsonValue, undo: readonly Undo[]): Undone {
  const result = copyOf(document);
  const operations: Operation[] = [];
  const kept: Kept[] = [];
  const apply = (operation: Operation): void => {
    applyOperation(result, operation);
    operations.push(operation);
  };
  for (const step of undo.toReversed()) {
    const operation = takingBack(result, step, kept);
    if (operation === null) continue;
    apply(operation);
    if ("remove" in operation && step.kind !== "remove") for (const empty of emptied(result, step)) apply({ remove: empty });
  }
  return { operations, kept, result };
}

function takingBack(root: JsonValue, step: Undo, kept: Kept[]): Operation | null {
  const present = valueAt(root, step.path);
  if (step.kind === "remove") return present === undefined && isPlace(root, step.path) ? { set: step.path, value: step.was } : null;
  if (present === undefined) return null;
  if (step.kind === "append") {
    const place = Array.isArray(present) ? present.findIndex((element) => isOurs(element, step)) : -1;
    if (place >= 0) return { remove: [...step.path, place] };
    if (Array.isArray(present) && present.length > 0) kept.push({ path: pathName(step.path), reason: "what was added to it is no longer there, or was changed since" });
    return null;
  }
  if (!step.owned && !isDeepStrictEqual(present, step.wrote)) {
    kept.push({ path: pathName(step.path), reason: CHANGED });
    return null;
  }
  return step.was === null ? { remove: step.path } : { set: step.path, value: step.was.value };
}

/** Whether a key can be put there: its parent is an object. */
function isPlace(root: JsonValue, path: Path): boolean {
  const parent = valueAt(root, path.slice(0, -1));
  return typeof parent === "object" && parent !== null && !Array.isArray(parent);
}

function isOurs(element: JsonValue, { wrote, identifiedBy }: Extract<Undo, { kind: "append" }>): boolean {
  if (isDeepStrictEqual(element, wrote)) return true;
  if (identifiedBy === null) return false;
  const mark = valueAt(element, identifiedBy);
  return mark !== undefined && isDeepStrictEqual(mark, valueAt(wrote, identifiedBy));
}

/** The outermost of the keys made for a step that nothing is in any more; at most one, as its parents go with it. */
function emptied(root: JsonValue, step: Exclude<Undo, { kind: "remove" }>): Path[] {
  const innermost = step.kind === "append" ? step.path.length : step.path.length - 1;
  let outermost: Path | null = null;
  for (let length = innermost; length >= step.made.length; length -= 1) {
    const path = step.path.slice(0, length);
    const value = valueAt(root, path);
    const inside = outermost === null ? 0 : 1;
    if (typeof value !== "object" || value === null || Object.keys(value).length !== inside) break;
    outermost = path;
  }
  return outermost === null ? [] : [outermost];
}
