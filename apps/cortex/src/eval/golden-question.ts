import { instant, userId } from "@memory-cortex/models/wire";
import { z } from "zod";

const wanted = z.array(z.string().trim().min(1)).max(200);

/** One line of a golden set: a question, and what its answer must bring. */
const goldenQuestion = z
  .object({
    question: z.string().trim().min(1).max(20_000),
    /** `id` or `external_id` of each turn or memory that answers it. */
    ids: wanted.optional(),
    /** Texts of the items that answer it, or parts of them. */
    text: wanted.or(z.string().trim().min(1).transform((one) => [one])).optional(),
    /** True: memory holds nothing on it, and the answer should say so. */
    none: z.boolean().optional(),
    user: userId.optional(),
    /** When it is asked; the figures of a set do not change from day to day when each question has it. */
    asked_at: instant.optional(),
    /** Any word to group the figures by. */
    kind: z.string().trim().min(1).max(40).optional(),
  })
  .refine(({ none, ids, text }) => none === true || (ids?.length ?? 0) + (text?.length ?? 0) > 0, { message: "needs ids, text or none: true", path: ["ids"] })
  .refine(({ none, ids, text }) => none !== true || (ids === undefined && text === undefined), { message: "none: true goes with neither ids nor text", path: ["none"] });

/** A question of a golden set, ready to be asked. */
export interface GoldenQuestion {
  /** "line 7" */
  place: string;
  question: string;
  ids: readonly string[];
  /** Compared without regard to case and white space. */
  texts: readonly string[];
  none: boolean;
  user: string | null;
  /** Epoch milliseconds; null: now. */
  askedAt: number | null;
  kind: string | null;
}

/** A question, or what is wrong with the record. */
export function checkQuestion(value: unknown, place: string): GoldenQuestion | { place: string; reason: string } {
  const parsed = goldenQuestion.safeParse(value);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
    return { place, reason: reasons.join("; ") };
  }
  const { question, ids = [], text = [], none = false, user = null, asked_at = null, kind = null } = parsed.data;
  return { place, question, ids: [...new Set(ids)], texts: [...new Set(text)], none, user, askedAt: asked_at, kind };
}
