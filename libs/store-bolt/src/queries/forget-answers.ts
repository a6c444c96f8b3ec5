import { query } from "../connection/query.ts";

export const forgetAnswersQuery = query("forget-answers", () => "MATCH (i:Idempotent {user: $user}) WHERE i.expiresAt IS NOT NULL AND i.name STARTS WITH $prefix DELETE i");

export const forgetReservationsQuery = query("forget-reservations", () => "MATCH (r:Reservation {user: $user}) WHERE r.until IS NOT NULL AND r.name STARTS WITH $prefix DELETE r");

export const forgetNotesQuery = query("forget-notes", () => "MATCH (n:Note {user: $user}) WHERE n.expiresAt IS NOT NULL DELETE n");
