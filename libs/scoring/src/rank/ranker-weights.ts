// Made by `npm run bench fit`. Do not edit.
// sha256 of the rest: ec4d4ec7f796d1064d8a87014b1d7fdd7e86fd024d93ddd56983cad64b6acb34

export const RANKER_WEIGHTS = {
  fittedOn: "LoCoMo (3 conversations), BEAM (5 conversations), L2 0.03 in units of the standard deviation",
  legs: {
    words: {
      features: [
        /* base × length */ 3.283,
        /* base */ 1.738,
        /* meaning */ 0,
        /* session */ 1.044,
        /* near the dates of the question */ 4.46,
        /* answers a question just asked */ 0.967,
        /* assistant's turn */ -2.198,
        /* base if the named speaker's turn */ -0.962,
        /* base if not the named speaker's turn */ -1.619,
        /* base if it speaks of oneself */ 0.62,
        /* base × names */ 0.853,
        /* base if time is asked for and it holds a date */ 1.229,
        /* base if a quantity is asked for and it holds a number */ 0.69,
        /* base × names if a place is asked for */ 1.013,
      ] as readonly number[],
      chance: { share: 1.137, evidence: 0.594, offset: -0.559 },
    },
    "words and one space": {
      features: [
        /* base × length */ 3.091,
        /* base */ 1.263,
        /* meaning */ 1.187,
        /* session */ 1.584,
        /* near the dates of the question */ 4.425,
        /* answers a question just asked */ 1.292,
        /* assistant's turn */ -2.081,
        /* base if the named speaker's turn */ -1.184,
        /* base if not the named speaker's turn */ -2.032,
        /* base if it speaks of oneself */ 0.624,
        /* base × names */ 0.959,
        /* base if time is asked for and it holds a date */ 1.303,
        /* base if a quantity is asked for and it holds a number */ 0.739,
        /* base × names if a place is asked for */ 0.97,
      ] as readonly number[],
      chance: { share: 1.167, evidence: 0.508, offset: -0.447 },
    },
    "words and two spaces": {
      features: [
        /* base × length */ 3.299,
        /* base */ 0.528,
        /* meaning */ 2.293,
        /* session */ 2.289,
        /* near the dates of the question */ 4.642,
        /* answers a question just asked */ 1.275,
        /* assistant's turn */ -2.267,
        /* base if the named speaker's turn */ -0.717,
        /* base if not the named speaker's turn */ -1.379,
        /* base if it speaks of oneself */ 0.653,
        /* base × names */ 1.041,
        /* base if time is asked for and it holds a date */ 1.225,
        /* base if a quantity is asked for and it holds a number */ 0.701,
        /* base × names if a place is asked for */ 1.193,
      ] as readonly number[],
      chance: { share: 1.167, evidence: 0.508, offset: -0.423 },
    },
  },
} as const;

export const ANSWERABILITY_WEIGHTS = {
  hybrid: { coverage: 6.863, cosine: 9.196, offset: -7.872 },
  words: { coverage: 9.534, cosine: 0, offset: -5.902 },
} as const;
