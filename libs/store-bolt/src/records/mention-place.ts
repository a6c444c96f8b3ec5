import { createHash } from "node:crypto";

import type { DocumentKind } from "@memory-cortex/models";

const SERIAL_DIGITS = 12;

/** What the places of all mentions of an entity begin with; on its node, as `code`. 96 bits of the hash of its key: shorter than the key, and as unique. */
export const entityCode = (entityKey: string): string => createHash("sha256").update(entityKey).digest("base64url").slice(0, 16);

/** The first letter tells the kind. Serials of one length, so that they sort as numbers do. */
const placeOf = (code: string, kind: DocumentKind, serial: number): string => `${code}${kind[0]}${String(serial).padStart(SERIAL_DIGITS, "0")}`;

/** Where a mention stands in the index of all mentions: by entity, kind and serial, so that the newest of an entity are read without the others. */
export const mentionPlace = (entityKey: string, { kind, serial }: { kind: DocumentKind; serial: number }): string => placeOf(entityCode(entityKey), kind, serial);

/** Binds the newest mentions of a kind of a bound entity as `d` and `place`, newest first, at most so many. `kind` is bound too. */
export const newestMentions = (entity: string, limit: number | string): string => `MATCH (d)-[mention:MENTIONS]->()
WHERE mention.place >= ${entity}.code + left(kind, 1) AND mention.place < ${entity}.code + left(kind, 1) + '~'
WITH d, mention.place AS place ORDER BY place DESC LIMIT ${limit}`;
