/** Token counts of a realm at one moment: the weights of static vectors rest on them. */
export interface Weighting {
  /** Tokens counted. */
  total: number;
  /** Token ids, ascending, and how often each occurs. */
  ids: Uint32Array;
  counts: Uint32Array;
}
