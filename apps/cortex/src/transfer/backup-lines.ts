import { TRANSFER_ORDER } from "@memory-cortex/store";
import { z } from "zod";

import { RECORD_SCHEMAS } from "./record-schema.ts";

export const BACKUP_FORMAT = "memory-cortex-backup";
/** Grows when an older program could not read the file. */
export const BACKUP_VERSION = 1;

/** The two shapes of the program. */
export const SHAPES = ["embedded", "server"] as const;
export type Shape = (typeof SHAPES)[number];

/** What a file begins with, whatever its version. */
export const anyHeader = z.looseObject({ format: z.literal(BACKUP_FORMAT), version: z.int().positive() });

export const backupHeader = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  version: z.literal(BACKUP_VERSION),
  /** Of this file: what an interrupted restore is known by. */
  id: z.string().min(1),
  made_at: z.iso.datetime(),
  /** Version of the program that made it. */
  program: z.string(),
  from: z.enum(SHAPES),
});
export type BackupHeader = z.infer<typeof backupHeader>;

const digest = z.partialRecord(z.enum(TRANSFER_ORDER), z.strictObject({ count: z.int().positive(), hash: z.string().regex(/^[0-9a-f]{64}$/) }));

const userBegin = z.strictObject({ kind: z.literal("user"), user_id: z.string().min(1).max(128) });
const userEnd = z.strictObject({ kind: z.literal("user_end"), user_id: z.string(), digest });
const trailer = z.strictObject({ kind: z.literal("trailer"), users: z.int().nonnegative(), records: z.int().nonnegative() });

/** Every line behind the header. */
export const backupLine = z.discriminatedUnion("kind", [userBegin, ...RECORD_SCHEMAS, userEnd, trailer]);
export type BackupLine = z.infer<typeof backupLine>;
