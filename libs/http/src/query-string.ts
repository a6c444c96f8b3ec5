import { CortexError } from "@memory-cortex/models";

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    throw new CortexError("malformed_request", { detail: "The query string is not valid percent-encoded UTF-8." });
  }
};

/**
 * The parameters of a URL. A name given twice becomes a list, which the schemas refuse; broken percent-encoding throws
 * `malformed_request`, where the usual parsers would put replacement characters.
 */
export function parseQuery(url: string): Record<string, string | string[]> {
  const start = url.indexOf("?");
  const found = new Map<string, string | string[]>();
  const pairs = start < 0 ? [] : url.slice(start + 1).split("&").filter((pair) => pair !== "");
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    const key = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? "" : decode(pair.slice(equals + 1));
    const before = found.get(key);
    found.set(key, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(found);
}
