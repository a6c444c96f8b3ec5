import { factPiece } from "../fact-piece.ts";
import type { ForeignReader, ReadContext } from "../foreign-reader.ts";
import { flawOf, leftOut } from "../piece.ts";
import type { Piece } from "../piece.ts";
import { typeOfCategory } from "./categories.ts";
import { factRecords, fractionOf, holdsRecords, namespaceOf } from "./fact-records.ts";
import { nameOf, textOf, timeField } from "./values.ts";
import type { Fields } from "./values.ts";

/** Rows that were graded by label alone. */
const IMPORTANCE_OF_LABEL: Readonly<Record<string, number>> = { must_remember: 0.9, nice_to_have: 0.6, ignore: 0.2 };
/** Observations of what an agent did, not of what is so. */
const DEEDS = new Set(["tool", "tool.call", "tool.result", "ops.alert"]);
/** Marks of the sidecar with which people keep a line out of memory and exports. */
const KEPT_OUT = /\[(?:NOMEM|NOEXPORT|PRIVATE)\]|<private>/i;
/** Whoever wrote what is not trusted does not get the confidence of the user. */
const UNTRUSTED_CONFIDENCE = 0.4;

function whyLeftOut(record: Fields): string | undefined {
  if (record["trust_tier"] === "quarantined") return "quarantined there";
  if (typeof record["kind"] === "string" && DEEDS.has(record["kind"])) return "tool output";
  if (typeof record["text"] === "string" && KEPT_OUT.test(record["text"])) return "marked private";
  // The sidecar's captures of tools hold a summary only, which its own documentation does not call a memory.
  return record["text"] === undefined && (record["summary"] !== undefined || record["tool_name"] !== undefined) ? "observations without a statement" : undefined;
}

function pieceOf(record: Fields, place: string, { defaults }: ReadContext): Piece {
  const left = whyLeftOut(record);
  if (left !== undefined) return leftOut(left);
  const content = textOf(record["text"]);
  if (content === undefined) return flawOf(place, "text: is missing or blank");
  const importance = fractionOf(record["importance"]);
  if (importance === null) return flawOf(place, "importance: must be 0 to 1");
  const time = timeField(record, record["createdAt"] === undefined ? "ts" : "createdAt");
  if ("reason" in time) return flawOf(place, time.reason);
  const isUntrusted = record["trust_tier"] === "untrusted";
  const { type, tags } = typeOfCategory(record["category"] ?? record["kind"], isUntrusted ? ["untrusted"] : []);
  return factPiece({
    place, content, tags,
    type: isUntrusted && type === "rule" ? "fact" : type,
    importance: importance ?? IMPORTANCE_OF_LABEL[String(record["importance_label"])],
    confidence: isUntrusted ? UNTRUSTED_CONFIDENCE : undefined,
    namespace: defaults.namespace ?? namespaceOf(record["scope"]),
    observed_at: time.at,
    source: ["openclaw-mem", nameOf(record["source_kind"], 64), nameOf(record["source_ref"], 160)].filter((part) => part !== undefined).join(":"),
  }, defaults);
}

/**
 * openclaw-mem: exports of the engine (`openclaw memory export`, `memory_export`), one row {id, text, createdAt in epoch milliseconds, category,
 * importance 0 to 1, importance_label, scope, trust_tier} a line or in a list, and observations {observationId, kind, text, ts}. Shapes:
 * https://github.com/phenomenoner/openclaw-mem, extensions/openclaw-mem-engine/index.ts (MEMORY_SCALAR_COLUMNS) and docs/channel-a-file-contract.md.
 * A scope is a namespace here.
 */
export const openclawMem: ForeignReader = {
  holds: holdsRecords,
  recognises: (sample) => sample.kind === "records" && sample.records.some((record) => "observationId" in record || ("text" in record && ("importance_label" in record || "trust_tier" in record || "scope" in record))),
  read: factRecords(["memories", "items", "rows"], pieceOf),
};
