import type { Space } from "@memory-cortex/store";

const FIELDS = ["id", "embedder", "model", "dimension", "state", "weighted", "documentsAtStart", "createdAt"] as const;

/** The record of a space `s`, without its weighting. */
export const SPACE_FIELDS = `s {${FIELDS.map((field) => `.${field}`).join(", ")}}`;

export const toSpace = (row: Space): Space => Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as unknown as Space;
