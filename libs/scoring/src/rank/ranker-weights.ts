// Made by `npm run bench fit`. Do not edit.

export const RANKER_WEIGHTS = {
  fittedOn: "LoCoMo (3 conversations), BEAM (5 conversations), L2 0.03 in units of the standard deviation",
  legs: {
    words: {
      features: [
        /* base × length */ 3.185,
        /* base */ 1.743,
        /* meaning */ 0,
        /* session */ 1.089,
        /* near the dates of the question */ 4.511,
        /* answers a question just asked */ 0.987,
        /* assistant's turn */ -2.19,
        /* base if the named speaker's turn */ -0.907,
        /* base if not the named speaker's turn */ -1.559,
        /* base if it speaks of oneself */ 0.62,
        /* base × names */ 0.837,
        /* base if time is asked for and it holds a date */ 1.231,
        /* base if a quantity is asked for and it holds a number */ 0.755,
        /* base × names if a place is asked for */ 0.73,
      ] as readonly number[],
      chance: { share: 1.133, evidence: 0.581, offset: -0.587 },
    },
    "words and one space": {
      features: [
        /* base × length */ 3.111,
        /* base */ 1.324,
        /* meaning */ 1.056,
        /* session */ 1.562,
        /* near the dates of the question */ 4.44,
        /* answers a question just asked */ 1.292,
        /* assistant's turn */ -2.041,
        /* base if the named speaker's turn */ -1.118,
        /* base if not the named speaker's turn */ -1.874,
        /* base if it speaks of oneself */ 0.63,
        /* base × names */ 0.936,
        /* base if time is asked for and it holds a date */ 1.309,
        /* base if a quantity is asked for and it holds a number */ 0.788,
        /* base × names if a place is asked for */ 0.897,
      ] as readonly number[],
      chance: { share: 1.163, evidence: 0.501, offset: -0.467 },
    },
    "words and two spaces": {
      features: [
        /* base × length */ 3.352,
        /* base */ 0.61,
        /* meaning */ 2.297,
        /* session */ 2.307,
        /* near the dates of the question */ 4.641,
        /* answers a question just asked */ 1.281,
        /* assistant's turn */ -2.194,
        /* base if the named speaker's turn */ -0.804,
        /* base if not the named speaker's turn */ -1.427,
        /* base if it speaks of oneself */ 0.664,
        /* base × names */ 1.039,
        /* base if time is asked for and it holds a date */ 1.226,
        /* base if a quantity is asked for and it holds a number */ 0.711,
        /* base × names if a place is asked for */ 1.17,
      ] as readonly number[],
      chance: { share: 1.162, evidence: 0.505, offset: -0.456 },
    },
  },
} as const;

export const ANSWERABILITY_WEIGHTS = {
  hybrid: { coverage: 7.52, cosine: 8.444, offset: -7.864 },
  words: { coverage: 10.146, cosine: 0, offset: -6.156 },
} as const;
