import { CortexError } from "@memory-cortex/models";
import type { FieldError } from "@memory-cortex/models";
import type { z } from "zod";

const MAX_REPORTED = 50;

type Issue = z.core.$ZodIssue;

const rooted = (issue: Issue, parent: readonly PropertyKey[]): FieldError => ({
  path: [...parent, ...issue.path].join("."),
  code: issue.code,
  message: issue.message,
});

/** A union says only "Invalid input": show what the branch that came furthest would take. */
function flatten(issue: Issue, parent: readonly PropertyKey[] = []): FieldError[] {
  if (issue.code !== "invalid_union") return [rooted(issue, parent)];
  const path = [...parent, ...issue.path];
  const furthest = issue.errors.find((branch) => branch.length > 0 && branch.every((one) => one.code !== "invalid_type" || one.path.length > 0));
  if (furthest !== undefined) return furthest.flatMap((one) => flatten(one, path));
  const expected = issue.errors.flatMap((branch) => branch.flatMap((one) => (one.code === "invalid_type" ? [one.expected] : [])));
  return [{ path: path.join("."), code: issue.code, message: expected.length > 0 ? `Invalid input: expected ${[...new Set(expected)].join(" or ")}` : issue.message }];
}

/** Zod's findings as the contract's `errors`, the first 50. Messages say what a field takes, never what it held. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.slice(0, MAX_REPORTED).flatMap((issue) => flatten(issue)).slice(0, MAX_REPORTED);
}

/** Parses one part of a request. Throws `invalid_fields` with every field that is not valid. */
export function parseFields<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error);
  const [first] = errors;
  throw new CortexError("invalid_fields", { errors, ...(first === undefined ? {} : { detail: `${first.path === "" ? "body" : first.path}: ${first.message}` }) });
}
