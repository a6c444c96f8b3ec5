// npm run demo: a short conversation against a throw-away instance; shows what was remembered, what is recalled, and why.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { loadConfig } from "@memory-cortex/config";
import { processTerminal, modelProgress, sharesOf, startEmbedded } from "@memory-cortex/cortex";
import type { Terminal } from "@memory-cortex/cortex";
import type { MemoryView, RecallResponse } from "@memory-cortex/models";
import type { Explanation } from "@memory-cortex/recall";

import { QUESTIONS, SESSIONS } from "./conversation.ts";

const USER = "ann";
const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
const shownDay = (iso: string): string => day.format(new Date(iso));

type Call = <Answer>(path: string, body?: unknown) => Promise<Answer>;

function caller(url: string): Call {
  return async <Answer>(path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(url + path, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
}

interface KeptTurn {
  text: string;
}

async function tell(call: Call, { say, colours }: Terminal): Promise<void> {
  const now = Date.now();
  for (const { session_id, when, turns } of SESSIONS) {
    say(colours.bold(`\nA conversation, ${when}`));
    const messages = turns.map(({ role, content, minutesAgo }) => ({ role, content, timestamp: now - minutesAgo * 60_000 }));
    const { accepted } = await call<{ accepted: number }>("/ingest", { user_id: USER, session_id, messages });
    const kept = (await call<{ turns: KeptTurn[] }>(`/v1/sessions/${session_id}/turns?user_id=${USER}`)).turns;
    for (const [index, { role, content }] of turns.entries()) {
      say(`  ${colours.cyan(role.padEnd(9))}  ${content}`);
      if (kept[index]?.text !== content) say(colours.yellow(`  ${"".padEnd(9)}  kept as: ${kept[index]?.text ?? "nothing"}`));
    }
    say(colours.dim(`  POST /ingest: ${accepted} turns kept`));
  }
  await call("/v1/flush", { user_id: USER });
}

async function showMemories(call: Call, { say, colours }: Terminal): Promise<void> {
  const { memories } = await call<{ memories: MemoryView[] }>(`/v1/memories?user_id=${USER}&limit=50`);
  say(colours.bold("\nWhat was remembered of it, besides the turns themselves"));
  for (const { type, content, observed_at } of memories.toReversed()) say(`  ${colours.green(type.padEnd(10))}  ${content} ${colours.dim(`(${shownDay(observed_at)})`)}`);
}

async function ask(call: Call, query: string, { say, colours }: Terminal): Promise<void> {
  const question = { user_id: USER, query, limit: 3 };
  const { items, degraded, timings_ms } = await call<RecallResponse>("/v1/recall", question);
  const why = await call<Explanation>("/v1/explain", question);
  say(colours.bold(`\n“${query}”`) + colours.dim(`  ${(timings_ms["total"] ?? 0).toFixed(1)} ms`));
  for (const [index, item] of items.entries()) {
    const explained = why.items.find(({ id }) => id === item.id);
    say(`  ${index + 1}. ${colours.green(item.score.toFixed(3))}  ${item.kind}, ${shownDay(item.observed_at)}: ${item.text}`);
    if (explained !== undefined) say(colours.dim(`            = ${sharesOf(explained)}`));
  }
  for (const { part, reason } of degraded) say(colours.yellow(`  Left out: ${part} (${reason})`));
}

async function showContext(call: Call, { say, colours }: Terminal): Promise<void> {
  const { context, tokens } = await call<RecallResponse>("/v1/recall", { user_id: USER, query: QUESTIONS[0], budget_tokens: 120 });
  say(colours.bold(`\nThe block for the agent's prompt (${tokens} tokens)`));
  for (const line of (context ?? "").trimEnd().split("\n")) say(`  ${line}`);
}

const terminal = processTerminal();
const home = await mkdtemp(join(tmpdir(), "memory-cortex-demo-"));
const progress = modelProgress(terminal);
const { config } = loadConfig({ overrides: { home, host: "127.0.0.1", port: 0, tokens: [], tokensFile: null } });
// The model outlives the throw-away home, so that the next demo is quick.
const service = await startEmbedded({ config, modelHome: loadConfig().config.home, say: terminal.note, showModel: progress.show }).finally(progress.end);
try {
  terminal.say(terminal.colours.dim(`A throw-away instance at ${service.url}; recall by ${service.legs.join(", ")}.`));
  const call = caller(service.url);
  await tell(call, terminal);
  await showMemories(call, terminal);
  for (const question of QUESTIONS) await ask(call, question, terminal);
  await showContext(call, terminal);
  terminal.say(terminal.colours.dim("\nThe instance and its data are gone. Your own: npm start"));
} finally {
  await service.close(5_000);
  await rm(home, { recursive: true, force: true });
}
