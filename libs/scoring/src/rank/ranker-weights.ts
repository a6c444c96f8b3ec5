// Made by `npm run bench fit`. Do not edit.

export const RANKER_WEIGHTS = {
  fittedOn: "LoCoMo (3 conversations), BEAM (5 conversations), static vectors, L2 0.01",
  features: [
    /* base × length */ 2.601,
    /* base */ 2.164,
    /* meaning */ 1.321,
    /* session */ 1.153,
    /* the named speaker's turn */ 0.338,
    /* not the named speaker's turn */ -0.338,
    /* assistant's turn */ -1.695,
    /* first-person question, user's turn */ 0.278,
    /* near the dates of the question */ 2.031,
    /* asks for time, holds a date */ 1.192,
    /* asks for a quantity, holds a number */ 0.823,
    /* asks for a place, holds names */ 0.584,
    /* holds names */ 0.879,
    /* answers a question just asked */ 0.998,
    /* speaks of oneself */ 0.673,
    /* under six words */ 0.161,
    /* asks a question */ -0.05,
  ] as readonly number[],
} as const;

export const ANSWERABILITY_WEIGHTS = {
  hybrid: { coverage: 7.496, cosine: 8.43, offset: -7.845 },
  words: { coverage: 10.146, cosine: 0, offset: -6.16 },
} as const;
