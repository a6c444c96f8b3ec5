import { entityKey } from "@memory-cortex/text";

import { resolveDate } from "../capture/dates.ts";

export type ObjectComparison = "same" | "other" | "incomparable";

const DATED = new Set(["DEADLINE_OF", "SCHEDULED_FOR", "BORN_ON"]);
const TIME_OF_DAY = /\b(\d{1,2})(?::(\d\d))?\s*(am|pm)\b|\b(\d{1,2}):(\d\d)\b|\b(noon|midnight)\b/i;
const DAY_MS = 86_400_000;

/** An object of a slot, and when it was said: "Friday" is another day every week. */
export interface SaidObject {
  object: string;
  observedAt: number;
}

/** Whether two objects of one predicate are the same thing. "Acme" and "Acme Corp" are; a country and a town in it cannot be compared. */
export function compareObjects(predicate: string, left: SaidObject, right: SaidObject): ObjectComparison {
  if (DATED.has(predicate)) return compareDates(left, right);
  const [a, b] = [tokensOf(left.object), tokensOf(right.object)];
  if (a.length === 0 || b.length === 0) return "incomparable";
  if (predicate === "VERSION_OF") return compareVersions(left.object, right.object);
  if (a.every((token) => b.includes(token)) || b.every((token) => a.includes(token))) return "same";
  if (predicate === "LIVES_IN" && isRegion(left.object) !== isRegion(right.object)) return "incomparable";
  return "other";
}

const FILLERS = new Set(["the", "a", "an", "of", "in", "at", "near", "new", "our", "my", "inc", "ltd", "gmbh", "corp", "city"]);
const tokensOf = (object: string): string[] => {
  const tokens = entityKey(object).split(/[^\p{L}\p{N}+#]+/u).filter((token) => token !== "");
  const telling = tokens.filter((token) => !FILLERS.has(token));
  return telling.length > 0 ? telling : tokens;
};

/** "15" and "15.2" do not contradict each other. */
function compareVersions(left: string, right: string): ObjectComparison {
  const [a, b] = [left.split("."), right.split(".")];
  return a.slice(0, b.length).every((part, index) => part === b[index]) ? "same" : "other";
}

function compareDates(left: SaidObject, right: SaidObject): ObjectComparison {
  const [a, b] = [dayOf(left), dayOf(right)];
  const [timeA, timeB] = [timeOf(left.object), timeOf(right.object)];
  if (a !== null && b !== null && a !== b) return "other";
  if (timeA !== null && timeB !== null) return timeA === timeB ? "same" : "other";
  return a !== null && b !== null ? "same" : "incomparable";
}

/** The day that an object names, epoch milliseconds; null when it names none. */
export function dayOf({ object, observedAt }: SaidObject): number | null {
  const date = resolveDate(`It is on ${object}`, observedAt);
  return date === null ? null : Math.floor(date.at / DAY_MS) * DAY_MS;
}

function timeOf(object: string): number | null {
  const match = TIME_OF_DAY.exec(object);
  if (match === null) return null;
  const [, hour12, minute12, half, hour, minute, word] = match;
  if (word !== undefined) return word.toLowerCase() === "noon" ? 720 : 0;
  if (hour12 !== undefined) return ((Number(hour12) % 12) + (half!.toLowerCase() === "pm" ? 12 : 0)) * 60 + Number(minute12 ?? 0);
  return Number(hour) * 60 + Number(minute);
}

let regions: ReadonlySet<string> | null = null;

/** Whether a place is a country, by the names that the platform knows. */
function isRegion(place: string): boolean {
  regions ??= readRegions();
  return regions.has(entityKey(place)) || /\b(?:county|state|province|region|continent|island|europe|asia|africa|scandinavia|countryside|coast|suburbs?|city|town|village|farm|house|flat|apartment|cabin|cottage|boat|houseboat|street|avenue|rue|road)\b/i.test(place) || /^\d/.test(place);
}

function readRegions(): Set<string> {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const found = letters.flatMap((first) => letters.map((second) => names.of(first + second))).filter((name) => name !== undefined);
  return new Set([...found, "England", "Scotland", "Wales", "USA", "US", "UK", "America", "Holland", "Bavaria", "Tuscany", "California", "Texas", "Catalonia", "Brittany", "Provence"].map(entityKey));
}
