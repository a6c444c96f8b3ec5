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

const COMMON = [
  "USA", "U.S", "UK", "England", "Scotland", "Wales", "Europe", "Asia", "Africa", "America", "California", "Texas", "Florida", "New York City", "NYC", "Los Angeles", "San Francisco", "Seattle", "Boston",
  "Austin", "Portland", "San Diego", "Las Vegas", "Munich", "Hamburg", "Cologne", "Frankfurt", "Barcelona", "Milan", "Florence", "Venice", "Naples", "Geneva", "Porto",
  "Manchester", "Edinburgh", "Glasgow", "Liverpool", "Oxford", "Cambridge", "Kyoto", "Osaka", "Mumbai", "Delhi", "New Delhi", "Bangalore", "Beijing", "Shenzhen", "Montreal", "Ottawa",
  "Philadelphia", "Washington", "Atlanta", "Miami", "Dallas", "Houston", "New Orleans", "Minneapolis", "Salt Lake City", "Hawaii", "Alaska",
];
/** Cities whose name is another word or a person's first. */
const AMBIGUOUS = new Set(["Christmas", "Center", "Eastern", "Central", "Mountain", "Pacific", "Knox", "Nelson", "Easter", "Reunion", "Vincent", "Johns", "Troll", "Casey", "Davis", "Dawson", "Whitehorse", "Marengo", "Winamac", "Vincennes", "Louisville", "UTC", "Midway", "Wake", "Chuuk", "Jordan", "Georgia", "Chad", "Regina", "Resolute", "Adelaide", "Sydney", "Paris"]);

let known: ReadonlySet<string> | undefined;

/**
 * Whether a name is that of a country or a large city: from the data that every JavaScript engine carries, and a short list. Names that
 * people carry too ("Jordan") are left to the words around them.
 */
export function isKnownPlace(name: string): boolean {
  known ??= new Set([...countries(), ...cities(), ...COMMON].filter((place) => !AMBIGUOUS.has(place) && place.length > 1).map(entityKey));
  return known.has(entityKey(name));
}
