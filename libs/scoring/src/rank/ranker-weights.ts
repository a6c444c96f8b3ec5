// Made by `npm run bench fit`. Do not edit.

export const RANKER_WEIGHTS = {
  fittedOn: "LoCoMo (3 conversations), BEAM (5 conversations), static vectors, L2 0.01",
  features: [
    /* base × length */ 2.606,
    /* base */ 2.172,
    /* meaning */ 1.3,
    /* session */ 1.137,
    /* the named speaker's turn */ 0.337,
    /* not the named speaker's turn */ -0.337,
    /* assistant's turn */ -1.689,
    /* first-person question, user's turn */ 0.271,
    /* near the dates of the question */ 2.036,
    /* asks for time, holds a date */ 1.194,
    /* asks for a quantity, holds a number */ 0.814,
    /* asks for a place, holds names */ 0.588,
    /* holds names */ 0.874,
    /* answers a question just asked */ 0.995,
    /* speaks of oneself */ 0.673,
    /* under six words */ 0.161,
    /* asks a question */ -0.046,
  ] as readonly number[],
} as const;
