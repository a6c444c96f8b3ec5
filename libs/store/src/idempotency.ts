/** Keys of answers that may quote memories begin with it: such answers go when a memory is erased. */
export const QUOTING_KEY_PREFIX = "quoting:";

/** The first answer to an Idempotency-Key, kept until it expires. */
export interface IdempotencyRecord {
  key: string;
  bodyHash: string;
  status: number;
  response: string;
  expiresAt: number;
}

/** A request that is about to do its work. */
export interface ReservationRequest {
  key: string;
  /** Names the request; never used twice. */
  owner: string;
  now: number;
  /** Until when others take its word that it is at work: what a killed process has reserved is free after that. */
  until: number;
}

export type Reservation = { outcome: "reserved" } | { outcome: "in_flight" } | { outcome: "answered"; record: IdempotencyRecord };
