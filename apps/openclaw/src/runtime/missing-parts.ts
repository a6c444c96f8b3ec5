/** How memory is set up, no trouble: said in status and doctor, not with every search. */
const AS_SET_UP = new Set(["no_model", "no_vectors_yet", "model_changed", "building"]);

/** Parts of memory that a search had to leave out this time, as "words: late". */
export function missingParts(degraded: readonly { part: string; reason: string }[]): string[] {
  return degraded.filter(({ reason }) => !AS_SET_UP.has(reason)).map(({ part, reason }) => `${part}: ${reason}`);
}
