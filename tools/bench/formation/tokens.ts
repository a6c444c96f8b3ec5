import { captureByRules, capturePrompt, firstWindow, WINDOW_LIMITS } from "@memory-cortex/formation";
import type { RelatedMemory } from "@memory-cortex/formation";
import { ANTHROPIC_MODEL, costOf, priceOf } from "@memory-cortex/llm";
import type { Turn } from "@memory-cortex/models";
import { estimateTokens } from "@memory-cortex/text";

import type { ReportTable } from "../report/report.ts";
import { longSession } from "./as-turns.ts";
import type { FormationInput, FormationSection } from "./section.ts";

const SESSION = 300;
/** Turns that arrive within one debounce: an exchange, some minutes of talk, an import. */
const TURNS_A_WINDOW = [2, 6, 20];
const PRICE = priceOf(ANTHROPIC_MODEL);

interface Sums {
  turns: number;
  calls: number;
  newText: number;
  ours: number;
  fixed: number;
  history: number;
  /** US dollars, summed call by call: a long prompt may cost more a token. */
  oursDollars: number;
  historyDollars: number;
}

const NOTHING: Sums = { turns: 0, calls: 0, newText: 0, ours: 0, fixed: 0, history: 0, oursDollars: 0, historyDollars: 0 };

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
        header: ["data", "turns a window", "new text", "sent", "× new text", "fixed part a call", "with the whole history", "× ours", "$ a turn", "$ with the history"],
        note: `Estimated as the product estimates (it errs upwards). Dollars a captured turn: input at the list price of ${ANTHROPIC_MODEL}, the default, the fixed part in full, since a vendor may not cache a prompt as short as that one.`,
        rows,
        textColumns: 2,
      },
    ];
  },
};

/** Windows of so many turns, each with the turns before it and memories made so far; a window that one call cannot hold takes several. */
function measured(session: readonly Turn[], size: number): Sums {
  const sums: Sums = { ...NOTHING, turns: session.length };
  let related: RelatedMemory[] = [];
  let fixed = 0;
  for (let from = 0; from < session.length; from += size) {
    let open: readonly Turn[] = session.slice(from, from + size);
    while (open.length > 0) {
      const turns = firstWindow(open);
      const start = from + size - open.length;
      const prompt = capturePrompt({ turns, context: session.slice(Math.max(0, start - WINDOW_LIMITS.contextTurns), start), related });
      sums.calls += 1;
      sums.newText += prompt.newTokens;
      sums.ours += prompt.messageTokens;
      fixed = estimateTokens(prompt.fixed);
      sums.fixed += fixed;
      sums.oursDollars += dollarsOf(prompt.messageTokens + fixed);
      open = open.slice(turns.length);
    }
    const history = estimateTokens(session.slice(0, from + size).map(({ speaker, text }) => `${speaker ?? "user"}: ${text}`).join("\n"));
    sums.history += history;
    sums.historyDollars += dollarsOf(history + fixed);
    related = [...captureByRules({ turns: session.slice(from, from + size), context: [], now: 0 }).map(({ text }, index) => ({ id: `${from}-${index}`, text })), ...related].slice(0, WINDOW_LIMITS.related);
  }
  return sums;
}

const dollarsOf = (input: number): number => costOf({ input, output: 0, cacheRead: 0, cacheWrite: 0 }, PRICE) ?? 0;

function total(all: readonly Sums[]): Sums {
  const sum = (key: keyof Sums): number => all.reduce((before, sums) => before + sums[key], 0);
  return {
    turns: sum("turns"), calls: sum("calls"), newText: sum("newText"), ours: sum("ours"), fixed: sum("fixed"), history: sum("history"), oursDollars: sum("oursDollars"), historyDollars: sum("historyDollars"),
  };
}

function row(name: string, { size, sums }: { size: number; sums: Sums }): string[] {
  const a = (tokens: number): string => (tokens / sums.turns).toFixed(0);
  const dollars = (all: number): string => (all / sums.turns).toFixed(6);
  return [
    name, String(size), a(sums.newText), a(sums.ours), (sums.ours / sums.newText).toFixed(2), (sums.fixed / sums.calls).toFixed(0), a(sums.history), (sums.history / sums.ours).toFixed(0),
    dollars(sums.oursDollars), dollars(sums.historyDollars),
  ];
}
