import { CortexError } from "@memory-cortex/models";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Embedder, EmbedOptions } from "../embedder.ts";
import { emptyWeighting, sumWeighting } from "../weighting.ts";

export interface EmbedderUnderTest {
  /** Makes the embedder; called once before the suite. */
  create(): Promise<Embedder>;
  /** Whether texts of like meaning come out nearer than others; false for servers that only speak the wire format. */
  hasMeaning: boolean;
}

const TEXTS = ["The dentist moved my appointment to Friday.", "我明天下午三点去看牙医。", "😀🎉 👨‍👩‍👧‍👦", "lone \ud800 surrogate", "nul \u0000 byte", "word ".repeat(2_000), "a"];

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0);

function codeOf(error: unknown): string {
  return CortexError.isInstance(error) ? error.code : `not a CortexError: ${String(error)}`;
}

/** What every embedder must do, whatever is behind it. Drivers and wrappers run it in their tests. */
export function embedderConformance(name: string, { create, hasMeaning }: EmbedderUnderTest): void {
  describe(`${name} keeps the contract of an embedder`, () => {
    let embedder: Embedder;
    const optionsOf = async (kind: EmbedOptions["kind"]): Promise<EmbedOptions> =>
      embedder.identity.weighted ? { kind, weighting: sumWeighting([await embedder.countTokens!(TEXTS)]) } : { kind };

    beforeAll(async () => {
      embedder = await create();
    });
    afterAll(async () => embedder.close());

    it("has an identity", () => {
      const { identity } = embedder;
      expect(identity.name).toMatch(/^[a-z0-9-]+$/u);
      expect(identity.model).not.toBe("");
      expect(identity.dimension).toBeGreaterThan(0);
      expect(identity.weighted).toBe(embedder.countTokens !== undefined);
    });

    it.each(["query", "document"] as const)("gives unit vectors of its dimension, in order, for %s texts of any kind", async (kind) => {
      const options = await optionsOf(kind);
      const vectors = await embedder.embed(TEXTS, options);
      expect(vectors).toHaveLength(TEXTS.length);
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(embedder.identity.dimension);
        expect(Math.abs(dot(vector!, vector!) - 1)).toBeLessThan(1e-4);
      }
      const reversed = await embedder.embed(TEXTS.toReversed(), options);
      for (const [index, vector] of reversed.toReversed().entries()) expect(dot(vector!, vectors[index]!)).toBeGreaterThan(0.999);
    });

    it("gives nothing for no texts, and null for a text without any token", async () => {
      expect(await embedder.embed([], await optionsOf("document"))).toEqual([]);
      const [empty, word] = await embedder.embed(["", "word"], await optionsOf("document"));
      expect(empty).toBeNull();
      expect(word).toBeInstanceOf(Float32Array);
    });

    it("gives vectors that callers may keep and change", async () => {
      const options = await optionsOf("query");
      const [first] = await embedder.embed(["appointment"], options);
      const kept = first!.slice();
      first!.fill(0);
      const [second] = await embedder.embed(["appointment"], options);
      expect(dot(second!, kept)).toBeGreaterThan(0.999);
    });

    it("gives at once what it keeps of questions, and nothing else", async () => {
      const options = await optionsOf("query");
      const known = (question: string) => embedder.known?.(question, options.weighting ?? null);
      expect(known("a question that nobody asked")).toBeUndefined();
      const [asked] = await embedder.embed(["a question that somebody asked"], options);
      const vector = known("a question that somebody asked");
      if (embedder.known === undefined) return;
      expect(dot(vector!, asked!)).toBeGreaterThan(0.999);
      vector!.fill(0);
      expect(dot(known("a question that somebody asked")!, asked!)).toBeGreaterThan(0.999);
      if (embedder.identity.weighted) expect(embedder.known("a question that somebody asked", emptyWeighting())).toBeUndefined();
    });

    it("answers calls that overlap, each with its own", async () => {
      const options = await optionsOf("document");
      const alone = await Promise.all(TEXTS.map(async (text) => (await embedder.embed([text], options))[0]!));
      const together = await embedder.embed(TEXTS, options);
      for (const [index, vector] of together.entries()) expect(dot(vector!, alone[index]!)).toBeGreaterThan(0.999);
    });

    it("stops for a caller who has gone, and says whether time ran out", async () => {
      const gone = await embedder.embed(TEXTS, { ...(await optionsOf("query")), signal: AbortSignal.abort() }).catch(codeOf);
      expect(gone).toBe("aborted");
      const late = AbortSignal.abort(new DOMException("late", "TimeoutError"));
      expect(await embedder.embed(TEXTS, { ...(await optionsOf("query")), signal: late }).catch(codeOf)).toBe("timeout");
    });

    it("answers a ping", async () => {
      await expect(embedder.ping()).resolves.toBeUndefined();
    });

    if (hasMeaning) it("puts texts about the same thing nearer than others", async () => {
      const options: EmbedOptions = { kind: "document", weighting: emptyWeighting() };
      const [query, near, far] = await embedder.embed(["dentist appointment", "my appointment with the dentist is on Friday", "we adopted a puppy last summer"], options);
      expect(dot(query!, near!)).toBeGreaterThan(dot(query!, far!));
    });

    it("counts tokens and refuses to embed without a weighting, if it is weighted", async () => {
      if (!embedder.identity.weighted) {
        expect(embedder.countTokens).toBeUndefined();
        return;
      }
      const counts = await embedder.countTokens!(["dentist dentist", "dentist"]);
      expect([...counts.values()].reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(3);
      expect((await embedder.countTokens!([])).size).toBe(0);
      expect(await embedder.embed(["dentist"], { kind: "query" }).catch(codeOf)).toBe("internal");
      expect((await embedder.embed(["dentist"], { kind: "query", weighting: emptyWeighting() }))[0]).toHaveLength(embedder.identity.dimension);
    });
  });
}
