import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";

/** What `cortex eval --json` says, as far as the tests look at it. */
export interface Evaluated {
  all: Summary;
  kinds: Record<string, Summary>;
  none: { questions: number; recognised: number; share: number | null; wrongly: number };
  questions: { place: string; question: string; missing: string[]; nothing_known: boolean; degraded: string[] }[];
}

interface Summary {
  questions: number;
  metrics: Record<"recall@5" | "recall@10" | "ndcg@10" | "mrr" | "all@10" | "hit@1", number>;
}

/** Least recall@10 and nDCG@10 by kind, in points of 100. */
export type Floors = Record<string, readonly [recall: number, ndcg: number]>;

export const fileOf = (set: string, name: string): string => join(ROOT, "libs/testing", set, name);

/** Takes in the conversations and memories of a set through the product's own commands and routes. */
export async function feedSet(service: Service, set: string, user: string): Promise<void> {
  const sent = await service.run("ingest", fileOf(set, "conversations.jsonl"), "--user", user);
  if (sent.code !== 0) throw new Error(sent.stdout + sent.stderr);
  const memories = fileOf(set, "memories.jsonl");
  if (existsSync(memories)) {
    for (const line of (await readFile(memories, "utf8")).trim().split("\n")) await service.post("/v1/remember", { ...(JSON.parse(line) as object), user_id: user });
  }
  await service.run("flush", "--user", user);
}

/** The figures are of what recall finds; that a busy machine is late is tested elsewhere. */
const IN_TIME = ["--with", "deadline_ms=10000"];

export async function evaluateSet(service: Service, set: string, user: string): Promise<Evaluated> {
  const { stdout, stderr } = await service.run("eval", fileOf(set, "questions.jsonl"), "--user", user, ...IN_TIME, "--json");
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Evaluated;
}

/** What `cortex eval` shows a person: printed when a floor is missed. */
export async function tableOf(service: Service, set: string, user: string): Promise<string> {
  return (await service.run("eval", fileOf(set, "questions.jsonl"), "--user", user, ...IN_TIME)).stdout;
}

/** Kinds under their floors, each with what it has; kinds without a floor too. */
export function underFloors(kinds: Evaluated["kinds"], floors: Floors): string[] {
  const missing = Object.keys(floors).filter((kind) => !Object.hasOwn(kinds, kind)).map((kind) => `${kind}: no questions`);
  const under = Object.entries(kinds).flatMap(([kind, { metrics }]) => {
    const floor = floors[kind];
    if (floor === undefined) return [`${kind}: no floor`];
    const [recall, ndcg] = [metrics["recall@10"] * 100, metrics["ndcg@10"] * 100];
    return recall >= floor[0] && ndcg >= floor[1] ? [] : [`${kind}: ${recall.toFixed(1)} / ${ndcg.toFixed(1)}, floor ${floor.join(" / ")}`];
  });
  return [...missing, ...under];
}
