/** The best of each leg that go on to fusion. The union of the two legs' top 100 holds 94–96 % of the evidence on LoCoMo and BEAM. */
export const CANDIDATES_PER_LEG = 150;

/** The best fused candidates whose texts are read for scoring, beyond the asked limit. */
export const LEAST_SCORED = 40;
