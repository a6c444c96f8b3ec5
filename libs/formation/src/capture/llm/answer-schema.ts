import { ENTITY_TYPES, MEMORY_TYPES } from "@memory-cortex/models";
import { z } from "zod";

/**
 * Bounds are checked afterwards, one candidate at a time: servers do not enforce them, and one field that is wrong must not cost the other
 * candidates. What a field falls back on is nothing that the model needs to read in the schema.
 */
const tolerant = <Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema> & z.core.util.NoUndefined<z.output<Schema>>): z.ZodCatch<Schema> => schema.catch(fallback).meta({ default: undefined });

const text = tolerant(z.string(), "");
const words = tolerant(z.string().nullable(), null);
const flag = tolerant(z.boolean(), false);
/** Written as an integer: models invent scales for fractions. */
const percent = tolerant(z.number().meta({ type: "integer" }), 0);
const texts = tolerant(z.array(text), []);

const fact = tolerant(z.object({ subject: text, predicate: text, object: text, negated: flag, from: words, to: words }), { subject: "", predicate: "", object: "", negated: false, from: null, to: null });
const entity = tolerant(z.object({ name: text, type: tolerant(z.enum(ENTITY_TYPES), "concept"), aliases: texts }), { name: "", type: "concept", aliases: [] });

const memory = z.object({
  text,
  type: tolerant(z.enum(MEMORY_TYPES).nullable(), null),
  topic: words,
  importance: percent,
  confidence: percent,
  turns: texts,
  change: tolerant(z.enum(["none", "ends", "replaces"]), "none"),
  updates: texts,
  facts: tolerant(z.array(fact), []),
  entities: tolerant(z.array(entity), []),
  start: words,
  end: words,
});

/** A candidate that is none at all: it has no text, which is how it is refused. */
const NONE: z.output<typeof memory> = { text: "", type: null, topic: null, importance: 0, confidence: 0, turns: [], change: "none", updates: [], facts: [], entities: [], start: null, end: null };

/** What a model answers to a window. */
export const captureAnswer = z.object({ memories: z.array(tolerant(memory, NONE)) });

export type CaptureAnswer = z.output<typeof captureAnswer>;
export type AnsweredMemory = CaptureAnswer["memories"][number];
export type AnsweredFact = AnsweredMemory["facts"][number];
