import { captureByRules, capturePrompt, firstWindow, WINDOW_LIMITS } from "@memory-cortex/formation";
import type { RelatedMemory } from "@memory-cortex/formation";
import { costOf, priceOf } from "@memory-cortex/llm";
import type { Turn } from "@memory-cortex/models";
import { estimateTokens } from "@memory-cortex/text";

import type { ReportTable } from "../report/report.ts";
import { longSession } from "./as-turns.ts";
import type { FormationInput, FormationSection } from "./section.ts";

const SESSION = 300;
/** Turns that arrive within one debounce: an exchange, some minutes of talk, an import. */
const TURNS_A_WINDOW = [2, 6, 20];
const MODEL = "claude-haiku-4-5";

interface Sums {
  turns: number;
  calls: number;
  newText: number;
  ours: number;
  fixed: number;
  history: number;
}

/**
 * Input tokens of capture over a long session, estimated as the product estimates them, beside sending the whole history with every
 * window. Answers are left out: how long they are is the model's.
 */
export const tokensSection: FormationSection = {
  name: "tokens",
  async measure({ datasets }: FormationInput): Promise<ReportTable[]> {
    const rows = datasets.flatMap(({ name, conversations }) => {
      const sessions = conversations.map((conversation) => longSession(conversation, SESSION)).filter((session) => session !== null);
      if (sessions.length === 0) return [];
      return TURNS_A_WINDOW.map((size) => row(name, { size, sums: total(sessions.map((session) => measured(session, size))) }));
    });
    return [
      {
        title: `Input tokens a captured turn, sessions of ${SESSION} turns (goal: at most ${WINDOW_LIMITS.overhead} × the new text, beside the fixed part)`,
        header: ["data", "turns a window", "new text", "sent", "× new text", "fixed part a call", "with the whole history", "× ours", "$ per 1,000 turns", "with the history"],
        note: `Estimated as the product estimates (it errs upwards). Dollars: input at the list price of ${MODEL}, the fixed part in full, since a vendor may not cache a prompt as short as that one.`,
        rows,
        textColumns: 2,
      },
    ];
  },
};

/** Windows of so many turns, each with the turns before it and memories made so far; a window that one call cannot hold takes several. */
function measured(session: readonly Turn[], size: number): Sums {
  const sums: Sums = { turns: session.length, calls: 0, newText: 0, ours: 0, fixed: 0, history: 0 };
  let related: RelatedMemory[] = [];
  for (let from = 0; from < session.length; from += size) {
    let open: readonly Turn[] = session.slice(from, from + size);
    while (open.length > 0) {
      const turns = firstWindow(open);
      const start = from + size - open.length;
      const prompt = capturePrompt({ turns, context: session.slice(Math.max(0, start - WINDOW_LIMITS.contextTurns), start), related });
      sums.calls += 1;
      sums.newText += prompt.newTokens;
      sums.ours += prompt.messageTokens;
      sums.fixed += estimateTokens(prompt.fixed);
      open = open.slice(turns.length);
    }
    sums.history += estimateTokens(session.slice(0, from + size).map(({ speaker, text }) => `${speaker ?? "user"}: ${text}`).join("\n"));
    related = [...captureByRules({ turns: session.slice(from, from + size), context: [], now: 0 }).map(({ text }, index) => ({ id: `${from}-${index}`, text })), ...related].slice(0, WINDOW_LIMITS.related);
  }
  return sums;
}

function total(all: readonly Sums[]): Sums {
  const zero: Sums = { turns: 0, calls: 0, newText: 0, ours: 0, fixed: 0, history: 0 };
  return all.reduce((sum, one) => ({ turns: sum.turns + one.turns, calls: sum.calls + one.calls, newText: sum.newText + one.newText, ours: sum.ours + one.ours, fixed: sum.fixed + one.fixed, history: sum.history + one.history }), zero);
}

function row(name: string, { size, sums }: { size: number; sums: Sums }): string[] {
  const a = (tokens: number): string => (tokens / sums.turns).toFixed(0);
  const price = priceOf(MODEL);
  const dollars = (input: number): string => (((costOf({ input, output: 0, cacheRead: 0, cacheWrite: 0 }, price) ?? 0) / sums.turns) * 1_000).toFixed(2);
  return [
    name, String(size), a(sums.newText), a(sums.ours), (sums.ours / sums.newText).toFixed(2), (sums.fixed / sums.calls).toFixed(0), a(sums.history), (sums.history / sums.ours).toFixed(0),
    dollars(sums.ours + sums.fixed), dollars(sums.history + sums.fixed),
  ];
}
