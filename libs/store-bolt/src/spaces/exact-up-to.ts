/**
 * So many vectors of a realm are all compared, some 15 microseconds each; a space with more gets a vector index of its own. docs/decisions/bolt-search.md
 * has the measurements.
 */
export const EXACT_UP_TO = 4_000;
