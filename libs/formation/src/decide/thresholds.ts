/** From which cosine on two statements count as near, for one model. */
export interface Thresholds {
  /** Nearly the same words may be the same statement. */
  same: number;
  /** What says no more than a known statement may be entailed by it. */
  entailed: number;
  /** Two statements are worth a judge's look. */
  judged: number;
}

/** How each row was found: docs/decisions/deciding.md. */
const BY_MODEL: readonly (readonly [RegExp, Thresholds])[] = [
  [/supercat/i, { same: 0.95, entailed: 0.75, judged: 0.75 }],
];

/** Of a model that nobody measured: hardly anything is the same, and only what is plainly near is judged. */
export const UNMEASURED: Thresholds = { same: 0.98, entailed: 0.9, judged: 0.75 };

export function thresholdsOf(model: string): Thresholds {
  return BY_MODEL.find(([pattern]) => pattern.test(model))?.[1] ?? UNMEASURED;
}
