// Made by `npm run bench fit`. Do not edit.

export const RANKER_WEIGHTS = {
  fittedOn: "LoCoMo (3 conversations), BEAM (5 conversations), L2 0.03 in units of the standard deviation",
  legs: {
    words: {
      features: [
        /* base × length */ 3.194,
        /* base */ 1.736,
        /* meaning */ 0,
        /* session */ 1.083,
        /* near the dates of the question */ 4.513,
        /* answers a question just asked */ 0.987,
        /* assistant's turn */ -2.189,
        /* base if the named speaker's turn */ -0.908,
        /* base if not the named speaker's turn */ -1.558,
        /* base if it speaks of oneself */ 0.625,
        /* base × names */ 0.839,
        /* base if time is asked for and it holds a date */ 1.231,
        /* base if a quantity is asked for and it holds a number */ 0.752,
        /* base × names if a place is asked for */ 0.77,
      ] as readonly number[],
      chance: { share: 1.135, evidence: 0.59, offset: -0.55 },
    },
    "words and one space": {
      features: [
        /* base × length */ 3.115,
        /* base */ 1.333,
        /* meaning */ 1.043,
        /* session */ 1.557,
        /* near the dates of the question */ 4.436,
        /* answers a question just asked */ 1.292,
        /* assistant's turn */ -2.038,
        /* base if the named speaker's turn */ -1.121,
        /* base if not the named speaker's turn */ -1.873,
        /* base if it speaks of oneself */ 0.631,
        /* base × names */ 0.935,
        /* base if time is asked for and it holds a date */ 1.309,
        /* base if a quantity is asked for and it holds a number */ 0.786,
        /* base × names if a place is asked for */ 0.899,
      ] as readonly number[],
      chance: { share: 1.165, evidence: 0.505, offset: -0.436 },
    },
    "words and two spaces": {
      features: [
        /* base × length */ 3.329,
        /* base */ 0.692,
        /* meaning */ 2.143,
        /* session */ 2.264,
        /* near the dates of the question */ 4.649,
        /* answers a question just asked */ 1.275,
        /* assistant's turn */ -2.219,
        /* base if the named speaker's turn */ -0.776,
        /* base if not the named speaker's turn */ -1.376,
        /* base if it speaks of oneself */ 0.656,
        /* base × names */ 1.052,
        /* base if time is asked for and it holds a date */ 1.227,
        /* base if a quantity is asked for and it holds a number */ 0.694,
        /* base × names if a place is asked for */ 1.17,
      ] as readonly number[],
      chance: { share: 1.162, evidence: 0.509, offset: -0.429 },
    },
  },
} as const;

export const ANSWERABILITY_WEIGHTS = {
  hybrid: { coverage: 6.863, cosine: 9.179, offset: -7.864 },
  words: { coverage: 9.535, cosine: 0, offset: -5.903 },
} as const;
