// Made by `npm run bench fit`. Do not edit.

export const RANKER_WEIGHTS = {
  fittedOn: "LoCoMo (3 conversations), BEAM (5 conversations), static vectors, L2 0.01",
  features: [
    /* base × length */ 2.507,
    /* base */ 2.033,
    /* meaning */ 1.447,
    /* session */ 1.07,
    /* the named speaker's turn */ 0.371,
    /* not the named speaker's turn */ -0.371,
    /* assistant's turn */ -1.73,
    /* first-person question, user's turn */ 0.317,
    /* near the dates of the question */ 2.038,
    /* asks for time, holds a date */ 1.194,
    /* asks for a quantity, holds a number */ 0.825,
    /* asks for a place, holds names */ 0.588,
    /* holds names */ 0.864,
    /* answers a question just asked */ 1.038,
    /* speaks of oneself */ 0.682,
    /* under six words */ 0.156,
    /* asks a question */ -0.049,
  ] as readonly number[],
} as const;
