import type { DocumentKind } from "@memory-cortex/models";

import { CANDIDATES_PER_LEG } from "../stages/candidates.ts";
import { COUNTED } from "./standing.ts";
import type { Standing } from "./standing.ts";

/** Why an item that was scored is not shown. */
export const keptOut = {
  same: (kind: DocumentKind): string => (kind === "memory" ? "A turn that it rests on scored higher and stands for both:" : "A memory that rests on it scored higher and stands for both:"),
  repeats: "It says nearly the same as an item that scored higher:",
  sessionShare: (most: number): string => `Items of its session have all the places that one session may take (${most}).`,
  beyond: (shown: number, gap: number): string => `It was scored, but ${shown} others scored higher: ${gap.toFixed(3)} are missing to the last one shown:`,
};

/** Why no leg brought it. */
export function outsideLegs({ words, meaning }: Standing): string {
  const byMeaning = Object.entries(meaning).map(([space, standing]) => {
    if (standing === null) return `it has no vector for ${space} yet`;
    return `by ${space} it is ${placeOf(standing.place)} (cosine ${standing.cosine.toFixed(2)})`;
  });
  return `No leg brought it among its best ${CANDIDATES_PER_LEG}: ${[wordsPart(words), ...byMeaning].join("; ")}.`;
}

function wordsPart({ holds, lacks, place }: Standing["words"]): string {
  if (holds.length === 0) return lacks.length === 0 ? "the question has no words to look for" : "it holds none of the question's words";
  return `by words it is ${placeOf(place)} (it holds ${holds.join(", ")}${lacks.length === 0 ? "" : `, not ${lacks.join(", ")}`})`;
}

const placeOf = (place: number | null): string => (place === null ? `beyond place ${COUNTED.toLocaleString("en-GB")}` : `at place ${place}`);
