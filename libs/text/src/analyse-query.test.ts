import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";
import { analyseQuery, MAX_QUERY_TERMS } from "./analyse-query.ts";

describe("analyseQuery", () => {
  it.each([
    ["When did Caroline go to the support group?", ["carolin", "go", "support", "group"]],
    ["What's Jane Doe's phone number?", ["jane", "doe", "phone", "number"]],
    ["Why doesn't ERR_SOCKET_CLOSED retry?", ["err_socket_closed", "err", "socket", "close", "retri"]],
    ["fish fish fish", ["fish"]],
    ["", []],
    ["?!", []],
  ])("%s", (query, terms) => {
    expect(analyseQuery(query)).toEqual(terms);
  });

  it("keeps everything when everything is a stop word", () => {
    expect(analyseQuery("Who are you?")).toEqual(["who", "are", "you"]);
  });

  it.each([
    ["de", "Wann ist meine Verabredung?", ["verabred"]],
    ["es", "¿Cuándo es la cita?", ["cit"]],
    ["fr", "Où est mon passeport ?", ["passeport"]],
    ["en", "Где моя книга?", ["книг"]],
    ["ja", "会議はいつですか", ["会議", "議は", "はい", "つで"]],
  ])("drops the stop words of %s", (language, query, terms) => {
    expect(analyseQuery(query, { language })).toEqual(terms);
  });

  it("keeps what a long text repeats, then what comes first", () => {
    const filler = Array.from({ length: 100 }, (_, index) => `filler${"abcdefghij".charAt(index % 10)}x${index}`).join(" ");
    const terms = analyseQuery(`${filler} passport renewal passport renewal`);
    expect(terms).toHaveLength(MAX_QUERY_TERMS);
    expect(terms).toEqual(expect.arrayContaining(["passport", "renew"]));
  });

  it("asks only for terms that the same text would have in the index, each once", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.string()), (text) => {
        const query = analyseQuery(text);
        const terms = new Set(analyse(text));
        expect(query.every((term) => terms.has(term))).toBe(true);
        expect(new Set(query).size).toBe(query.length);
        expect(query.length === 0).toBe(terms.size === 0);
        expect(query.length).toBeLessThanOrEqual(MAX_QUERY_TERMS);
      }),
      { numRuns: 500 },
    );
  });
});
