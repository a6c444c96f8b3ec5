import { query } from "../connection/query.ts";

export const forgetAnswersQuery = query("forget-answers", () => "MATCH (i:Idempotent {user: $user}) WHERE i.name STARTS WITH $prefix DELETE i");

export const forgetReservationsQuery = query("forget-reservations", () => "MATCH (r:Reservation {user: $user}) WHERE r.name STARTS WITH $prefix DELETE r");

export const forgetNotesQuery = query("forget-notes", () => "MATCH (n:Note {user: $user}) DELETE n");
