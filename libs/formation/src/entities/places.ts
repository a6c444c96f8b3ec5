import { entityKey } from "@memory-cortex/text";

/** Regions of ISO 3166 are two capital letters; those without a name give their code back. */
function countries(): string[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.flatMap((code) => {
    const name = names.of(code);
    return name === undefined || name === code ? [] : [name.replace(/ \(.*\)$/u, "")];
  });
}

/** The last part of a time zone's name is a city that stands for it. */
const cities = (): string[] => Intl.supportedValuesOf("timeZone").map((zone) => (zone.split("/").at(-1) ?? "").replaceAll("_", " "));

const MORE_COUNTRIES = ["USA", "U.S", "UK", "England", "Scotland", "Wales"];
const REGIONS = ["Europe", "Asia", "Africa", "America"];
const STATES = ["California", "Texas", "Florida", "Hawaii", "Alaska"];
const MORE_CITIES = [
  "New York City", "NYC", "Los Angeles", "San Francisco", "Seattle", "Boston",
  "Austin", "Portland", "San Diego", "Las Vegas", "Munich", "Hamburg", "Cologne", "Frankfurt", "Barcelona", "Milan", "Florence", "Venice", "Naples", "Geneva", "Porto",
  "Manchester", "Edinburgh", "Glasgow", "Liverpool", "Oxford", "Cambridge", "Kyoto", "Osaka", "Mumbai", "Delhi", "New Delhi", "Bangalore", "Beijing", "Shenzhen", "Montreal", "Ottawa",
  "Philadelphia", "Washington", "Atlanta", "Miami", "Dallas", "Houston", "New Orleans", "Minneapolis", "Salt Lake City",
];
/** Cities whose name is another word or a person's first. */
const AMBIGUOUS: readonly string[] = ["Christmas", "Center", "Eastern", "Central", "Mountain", "Pacific", "Knox", "Nelson", "Easter", "Reunion", "Vincent", "Johns", "Troll", "Casey", "Davis", "Dawson", "Whitehorse", "Marengo", "Winamac", "Vincennes", "Louisville", "UTC", "Midway", "Wake", "Chuuk", "Jordan", "Georgia", "Chad", "Regina", "Resolute", "Adelaide", "Sydney", "Paris"];

let kinds: ReadonlyMap<string, PlaceKind> | undefined;

/** What kind of place a name is that the data know. */
export type PlaceKind = "country" | "region" | "state" | "city";

/** What kind of place has this name, also where people carry it too ("Paris"); null when it is none that is known. */
export function placeKind(name: string): PlaceKind | null {
  // A city that is called as its country is ("Singapore") counts as the country.
  kinds ??= new Map([
    ...keyed("city", [...cities(), ...MORE_CITIES]), ...keyed("state", STATES), ...keyed("region", REGIONS), ...keyed("country", [...countries(), ...MORE_COUNTRIES]),
  ]);
  return kinds.get(entityKey(name)) ?? null;
}

const keyed = (kind: PlaceKind, names: readonly string[]): [string, PlaceKind][] => names.filter((name) => name.length > 1).map((name) => [entityKey(name), kind]);

let ambiguous: ReadonlySet<string> | undefined;

/**
 * Whether a name is that of a country or a large city: from the data that every JavaScript engine carries, and a short list. Names that
 * people carry too ("Jordan") are left to the words around them.
 */
export function isKnownPlace(name: string): boolean {
  ambiguous ??= new Set([...AMBIGUOUS].map(entityKey));
  return placeKind(name) !== null && !ambiguous.has(entityKey(name));
}
