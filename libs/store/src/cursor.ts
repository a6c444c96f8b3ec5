import { CortexError } from "@memory-cortex/models";

/** An opaque page cursor over whole numbers (sort keys of the last item). */
export function encodeCursor(...keys: readonly number[]): string {
  return Buffer.from(JSON.stringify(keys)).toString("base64url");
}

/** The numbers of a cursor; throws `invalid_fields` when it was not made by {@link encodeCursor} with as many keys. */
export function decodeCursor(cursor: string, length: number): number[] {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(keys) && keys.length === length && keys.every((key) => Number.isSafeInteger(key))) {
      return keys as number[];
    }
  } catch {
    // Falls through to the one error below.
  }
  throw new CortexError("invalid_fields", { errors: [{ path: "cursor", code: "invalid_cursor", message: "use the cursor of an earlier answer, unchanged" }] });
}
