import { createMemoryStore } from "@memory-cortex/store";
import type { Memory } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { formationBench } from "../../test/formation-bench.ts";

const STATEMENTS: Record<string, readonly string[]> = {
  "of one week": ["I live in Berlin with my cat.", "I moved to Graz last week.", "I moved to Porto last week.", "I moved to Lyon last week.", "I moved to Oslo last week."],
  "of several months": ["I live in Berlin with my cat.", "I moved to Graz in January.", "I moved to Porto in February.", "I moved to Lyon in March.", "I moved to Oslo in April."],
  "of a few hours": ["I live in Berlin with my cat.", "I moved to Graz.", "I moved to Porto.", "I now live in Lyon.", "I moved to Oslo."],
};

function orders<Item>(items: readonly Item[]): Item[][] {
  return items.length === 0 ? [[]] : items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

const isCurrent = ({ retiredAt, validTo }: Memory): boolean => retiredAt === null && validTo === null;

describe("windows of several conversations, captured in any order", () => {
  it.each(Object.entries(STATEMENTS))("leave one statement current, or all that are in one conflict: changes %s", async (_, statements) => {
    const clock = { time: Date.UTC(2026, 4, 14), now: () => clock.time };
    const store = createMemoryStore({ clock });
    const forks: string[] = [];
    for (const [number, order] of orders([...statements.keys()]).entries()) {
      const bench = await formationBench({ store, clock }, { user: `order-${number}`, start: false });
      for (const [said, content] of statements.entries()) {
        clock.time += 1_000;
        await bench.ingest([{ role: "user", content }], { session_id: String(said) });
      }
      for (const session of order) await bench.handlers.capture({ user_id: bench.user, session_id: String(session), namespace: "global" }, { signal: new AbortController().signal, attempt: 1 });
      const current = (await store.listMemories(bench.realm, { includeHistory: true, now: clock.time }, { limit: 100 })).items.filter(isCurrent);
      const inConflict = current.every(({ conflictStatus }) => conflictStatus === "active") && new Set(current.map(({ conflictGroup }) => conflictGroup)).size === 1;
      if (current.length === 0 || (current.length > 1 && !inConflict)) forks.push(`${order.join()}: ${current.map(({ text }) => text).join(" | ")}`);
    }
    expect(forks).toEqual([]);
  });
});
