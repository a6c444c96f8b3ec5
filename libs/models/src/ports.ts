/** Milliseconds since the epoch. Passed in everywhere, so that tests need no sleeping. */
export interface Clock {
  now(): number;
}

/** Makes UUIDv7 strings: unique, and ordered by time of creation. */
export interface IdSource {
  next(): string;
}

export const systemClock: Clock = { now: () => Date.now() };
