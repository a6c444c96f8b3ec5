import type { Weighting } from "@memory-cortex/models";

export type { Weighting };

/**
 * One set of comparable vectors of a user: a model, its dimension and, for weighted models, one weighting. Vectors of two spaces
 * are never compared. A changed model or weighting is a new space, built in the background; the old one serves until it is whole.
 */
export interface Space {
  id: number;
  /** Which configured embedder serves it, e.g. "static". */
  embedder: string;
  model: string;
  dimension: number;
  state: "building" | "active";
  weighted: boolean;
  /** Documents of the user when the space was made: re-weighing is due when they have doubled. */
  documentsAtStart: number;
  createdAt: number;
}

export interface NewSpace {
  embedder: string;
  model: string;
  dimension: number;
  weighting: Weighting | null;
  documentsAtStart: number;
  createdAt: number;
}

/** A document without a vector in a space. */
export interface Unembedded {
  id: string;
  /** What the vector is made of: "speaker: text" for turns, the text for memories. */
  text: string;
}

export interface SpaceProgress {
  space: Space;
  embedded: number;
  missing: number;
}
