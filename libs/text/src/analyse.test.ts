import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse, TERM_PUNCTUATION } from "./analyse.ts";
import { analyseQuery } from "./analyse-query.ts";
import { MAX_TERM_LENGTH } from "./limit-term.ts";
import { scanAscii, scanTokens } from "./scan-tokens.ts";

const punctuation = TERM_PUNCTUATION.replace(/[\-/]/gu, "\\$&");
const TERM = new RegExp(`^[a-z0-9${punctuation}[[\\p{L}\\p{M}\\p{N}\\p{Sc}\\p{Extended_Pictographic}\\u{1F1E6}-\\u{1F1FF}]--\\p{ASCII}]]+$`, "v");

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom(...Array.from("aB3 .,_-/\\@:+&#$%€'’éßЙقक東ひタ한ไท👍\u200D\uFE0F\u0301\n\0\"")), maxLength: 60 }),
);

function shares(first: string, second: string, language = "en"): boolean {
  const terms = new Set(analyse(first, { language }));
  return analyse(second, { language }).some((term) => terms.has(term));
}

describe("words", () => {
  it.each([
    ["running", "runs"],
    ["universities", "university"],
    ["appointments", "appointment"],
    ["went", "going"],
    ["children", "child"],
    ["bought", "buying"],
    ["Alice's", "Alice"],
    ["Alice’s", "alice"],
    ["the dogs’ toys", "dog"],
    ["CAFÉ", "cafe"],
    ["Straße", "STRASSE"],
    ["ﬁnance", "finance"],
    ["co\u00ADoperate", "cooperate"],
    ["TVs", "TV"],
    ["O'Brien", "obrien"],
    ["e-mail", "mail"],
  ])("brings %s and %s together", (first, second) => {
    expect(shares(first, second)).toBe(true);
  });

  it.each([
    ["general", "generate"],
    ["news", "new"],
    ["bus", "bu"],
    ["inning", "in"],
    ["C++", "C#"],
  ])("keeps %s and %s apart", (first, second) => {
    expect(shares(first, second)).toBe(false);
  });

  it("keeps order and repeats", () => {
    expect(analyse("Red fish, blue fish")).toEqual(["red", "fish", "blue", "fish"]);
  });

  it.each([
    ["don't", ["do", "not"]],
    ["won’t", ["will", "not"]],
    ["dont", ["do", "not"]],
    ["can't", ["can", "not"]],
    ["we'll", ["we"]],
    ["it's", ["it"]],
    ["rock'n'roll", ["rocknrol", "rock", "roll"]],
  ])("reads the contraction %s", (text, terms) => {
    expect(analyse(text)).toEqual(terms);
  });
});

describe("languages", () => {
  it.each([
    ["de", "Häusern", "Haus"],
    ["de-AT", "Freundlichkeiten", "freundlichkeit"],
    ["es", "canciones", "canción"],
    ["es", "canciones", "cancion"],
    ["es", "hablábamos", "hablar"],
    ["fr", "mangée", "manger"],
    ["fr", "l'homme", "homme"],
    ["it", "ragazze", "ragazzo"],
    ["pt", "correndo", "correr"],
    ["nl", "huizen", "huizen"],
    ["ru", "книгами", "книга"],
    ["en", "красивая", "красивый"],
    ["en", "ёлка", "елка"],
    ["en", "المدرسة", "مدرسة"],
    ["en", "الكِتاب", "كتاب"],
    ["en", "٢٠٢٣", "2023"],
    ["el", "δρόμος", "ΔΡΟΜΟΣ"],
    ["xx", "running", "run"],
  ])("in %s, %s finds %s", (language, first, second) => {
    expect(shares(first, second, language)).toBe(true);
  });

  it.each(["da", "de", "es", "fi", "fr", "ga", "hu", "id", "it", "lt", "nb", "nl", "pt", "ro", "sv", "tr", "ne", "uk"])(
    "finds accented words of %s by what is typed without accents",
    (language) => {
      const letters = fc.string({ unit: fc.constantFrom(...Array.from("aábcçdeéêfghiílmnñoóöõprstuúüåšžğ")), minLength: 1, maxLength: 12 });
      const bare = (word: string): string => word.normalize("NFD").replace(/\p{M}/gu, "");
      fc.assert(
        fc.property(letters, (word) => {
          expect(analyse(word, { language })).toEqual(expect.arrayContaining(analyse(bare(word), { language })));
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each([
    ["東京都に住んでいます。", "東京"],
    ["東京都に住んでいます。", "京都"],
    ["昨日コンピューターを買った", "コンピューター"],
    ["昨日コンピュータを買った", "コンピュータ"],
    ["私は猫が好きです", "猫"],
    ["我昨天在北京大学见到了她", "北京大学"],
    ["我昨天在北京大学见到了她", "大学"],
    ["서울에서 친구를 만났다", "서울"],
    ["ฉันไปโรงเรียนทุกวัน", "โรงเรียน"],
    ["ການສຶກສາ", "ການສຶກສາ"],
    ["Meeting mit 田中さん um 12:30", "田中"],
    ["東京Tower2024年", "tower"],
    ["ﾃﾚﾋﾞを見た", "テレビ"],
  ])("%s is found by %s", (text, query) => {
    const terms = new Set(analyse(text));
    expect(analyseQuery(query).filter((term) => terms.has(term))).not.toEqual([]);
  });

  it("finds every substring of Chinese text, however it is cut", () => {
    const han = fc.string({ unit: fc.constantFrom(...Array.from("北京大学生活动物园中国人民银行长江大桥")), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(han, fc.nat(), fc.nat(), (text, first, second) => {
        const start = first % text.length;
        const query = text.slice(start, start + 1 + (second % (text.length - start)));
        const terms = new Set(analyse(text));
        expect(analyseQuery(query).some((term) => terms.has(term))).toBe(true);
      }),
    );
  });
});

describe("identifiers", () => {
  it.each([
    ["src/foo/barBaz.ts", ["src/foo/barbaz.ts", "src", "foo", "barbaz.ts", "barbaz", "bar", "baz", "ts"]],
    ["C:\\Users\\bob", ["c", "users/bob", "user", "bob"]],
    ["ERR_SOCKET_CLOSED", ["err_socket_closed", "err", "socket", "close"]],
    ["E1234", ["e1234", "1234"]],
    ["v2.3.1", ["v2.3.1", "2.3.1", "v2", "2", "3", "1"]],
    ["3f9a1bc", ["3f9a1bc"]],
    ["bob@example.com", ["bob@example.com", "bob", "example.com", "exampl", "com"]],
    ["$1,299.99", ["$1299.99", "1299.99", "1299"]],
    ["20€", ["€20", "20"]],
    ["€20", ["€20", "20"]],
    ["20%", ["20%", "20"]],
    ["10,000", ["10000"]],
    ["12:30", ["12:30", "12", "30"]],
    ["2023-05-07", ["2023-05-07", "2023", "5", "7"]],
    ["7th", ["7th", "7"]],
    ["C++", ["c++"]],
    ["C#.", ["c#"]],
    [".NET", [".net", "net"]],
    ["node.js", ["node.js", "node", "js"]],
    ["my-kebab-case", ["my-kebab-case", "my", "kebab", "case"]],
    ["snake_case", ["snake_case", "snake", "case"]],
    ["HTTPServer", ["httpserver", "http", "server"]],
    ["std::vector", ["std::vector", "std", "vector"]],
    ["U.S.A.", ["usa"]],
    ["R&D", ["r&d"]],
    ["@bob", ["@bob", "bob"]],
    ["#123", ["#123", "123"]],
    ["sha256", ["sha256", "sha", "256"]],
    ["yes...no", ["yes", "no"]],
    ["home--it", ["home", "it"]],
    ["👨‍👩‍👧 ❤️ 👍🏽 🇩🇪", ["👨", "👩", "👧", "❤", "👍", "🇩🇪"]],
  ])("%s", (text, terms) => {
    expect(analyse(text)).toEqual(terms);
  });

  it("finds a camel-case name by its lower-case spelling", () => {
    expect(analyse("userNames")).toEqual(expect.arrayContaining(analyse("usernames")));
  });

  it("tells long addresses apart, and the same one is always the same", () => {
    const base = `https://example.com/${"segment/".repeat(20)}`;
    const [first, second] = [analyse(`${base}one`), analyse(`${base}two`)];
    expect(first[1]).not.toBe(second[1]);
    expect(analyse(`${base}one`)).toEqual(first);
    expect(first).toContain("segment");
  });
});

describe("any Unicode", () => {
  it("gives terms of the told alphabet and length, for documents and queries", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const term of [...analyse(text), ...analyseQuery(text)]) {
          expect(term).toMatch(TERM);
          expect(term.length).toBeLessThanOrEqual(MAX_TERM_LENGTH);
          expect(term.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("does not care how characters are composed", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(analyse(text.normalize("NFC"))).toEqual(analyse(text));
        expect(analyse(text.normalize("NFD"))).toEqual(analyse(text));
      }),
      { numRuns: 500 },
    );
  });

  it("does not care about case", () => {
    const unit = fc.constantFrom(...Array.from("abcdnstv0123456789 ._-/@:+&#$%'äéñøйяжλσ"));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        expect(analyse(text.toUpperCase())).toEqual(analyse(text));
      }),
      { numRuns: 500 },
    );
  });

  it("cuts ASCII the same way on the short path and the general one", () => {
    const ascii = fc.string({ unit: fc.constantFrom(...Array.from("aBz09 .,_-/\\@:+&#$%'\"()[]\n\t!?")), maxLength: 60 });
    fc.assert(
      fc.property(fc.oneof(ascii, fc.string({ unit: "binary-ascii", maxLength: 100 })), (text) => {
        expect(scanTokens(text).map((token) => token.text)).toEqual(scanAscii(text));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["letters", "a".repeat(500_000)],
    ["underscores", `a${"_".repeat(500_000)}b`],
    ["initials", "a.".repeat(250_000)],
    ["apostrophes", "a'".repeat(250_000)],
    ["digits and letters", "a1".repeat(250_000)],
    ["commas", "1,000".repeat(100_000)],
    ["marks", "\u0301".repeat(500_000)],
    ["ideographs", "中".repeat(100_000)],
    ["thai", "ก".repeat(20_000)],
    ["signs", "#@$.".repeat(100_000)],
    ["slashes", "/.".repeat(250_000)],
  ])("stays quick on a long run of %s", (_name, text) => {
    const started = performance.now();
    analyse(text);
    analyseQuery(text);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
