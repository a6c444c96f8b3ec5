import { systemClock } from "@memory-cortex/models";
import { openBoltStore } from "@memory-cortex/store-bolt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { percentile, seededRandom } from "../bench/metrics.ts";
import { faultsOfTalk, faultsOfUser } from "./faults.ts";
import type { Part } from "./part.ts";
import { questionsOf } from "./questions.ts";
import type { ComposedShape } from "./start-composed-shape.ts";
import { talkOf } from "./talk.ts";
import { serversMissing, showLogsOfFailure, startTestedShape } from "./tested-shape.ts";
import { until } from "./until.ts";

/** `npm run test:server -- --rounds N` */
const ROUNDS = Number(process.env["CORTEX_TEST_ROUNDS"] ?? "") || 30;
const SEED = 20_261_122;
const TIMEOUT_MS = 1_500_000;
const USERS = ["ada", "bob"];
const PACE = { talk: 400, questions: 150 };
/** A part that is back serves again within this time, however busy the machine. */
const RECOVERY_LIMIT_MS = 120_000;
/** Jobs of a worker that was killed are taken over after half a minute; then everything is captured and has vectors. */
const SETTLE_LIMIT_MS = 240_000;

let shape: ComposedShape;
beforeAll(async () => {
  if (serversMissing) return;
  shape = await startTestedShape({
    copies: { ingest: 2, worker: 2 },
    instead: { CORTEX_DEBOUNCE_SECONDS: "1", CORTEX_DEBOUNCE_MAX_SECONDS: "2", CORTEX_RECONCILE_SECONDS: "5" },
  });
}, TIMEOUT_MS);
afterAll(() => shape?.stop());
showLogsOfFailure(() => shape);

const shuffled = <Value>(values: readonly Value[], random: () => number): Value[] =>
  values.map((value) => ({ value, place: random() })).sort((one, other) => one.place - other.place).map(({ value }) => value);

describe.skipIf(serversMissing)("the server shape on a real Neo4j and on a real Redis, with parts that are killed", () => {
  it(`loses nothing, doubles nothing and answers throughout, over ${ROUNDS} kills`, async () => {
    const random = seededRandom(SEED);
    const { ask, bolt, redis, embedder } = shape;
    let storeAway = false;
    const talks = USERS.flatMap((userId) => (["ids", "whole"] as const).map((habit) => talkOf({ ask, userId, habit, paceMs: PACE.talk })));
    const questions = USERS.map((userId) => questionsOf({ ask, userId, talks: talks.filter((talk) => talk.userId === userId), random, paceMs: PACE.questions, storeAway: () => storeAway }));
    const end = new AbortController();
    const running = [...talks, ...questions].map(({ run }) => run(end.signal));

    const attempts = (): number => talks.reduce((sum, talk) => sum + talk.attempts, 0);
    const acknowledged = (): number => talks.reduce((sum, { acknowledgements }) => sum + acknowledgements, 0);
    const sum = (figure: "asked" | "found" | "whole"): number => questions.reduce((total, one) => total + one[figure], 0);
    const violations = (): string[] => [...questions.flatMap((one) => one.violations), ...talks.flatMap(({ wrong }) => wrong)];
    const told = (): string => `${acknowledged()} of ${attempts()} requests acknowledged, ${sum("found")} of ${sum("asked")} recalls found something, ${sum("whole")} lacked nothing; wrong: ${JSON.stringify(violations().slice(0, 10))}`;

    /** Everybody gets acknowledged, and everybody finds something. */
    const servesAgain = async (what: string): Promise<void> => {
      const before = talks.map(({ acknowledgements }) => acknowledgements);
      const foundBefore = questions.map(({ found }) => found);
      const does = (): boolean => talks.every((talk, index) => talk.acknowledgements > before[index]!) && questions.every(({ found }, index) => found > foundBefore[index]!);
      await until(does, { limitMs: RECOVERY_LIMIT_MS, otherwise: () => `The service does not serve ${what}. ${told()}` });
    };
    /** Somebody asks and somebody talks while a part is away. */
    const isFelt = async (part: string): Promise<void> => {
      const [talked, asked] = [attempts(), sum("asked")];
      const wanted = 1 + Math.floor(random() * 6);
      await until(() => attempts() >= talked + wanted && sum("asked") >= asked + wanted, { limitMs: RECOVERY_LIMIT_MS, otherwise: () => `Nobody is answered while ${part} is away. ${told()}` });
    };

    const victims: Record<string, () => Part> = {
      redis: () => redis,
      bolt: () => bolt,
      embedder: () => embedder,
      worker: () => shape.of("worker")[Math.floor(random() * 2)]!,
      ingest: () => shape.of("ingest")[Math.floor(random() * 2)]!,
    };
    await servesAgain("at all");
    const started = performance.now();
    for (let round = 0, order: string[] = []; round < ROUNDS; round += 1) {
      if (order.length === 0) order = shuffled(Object.keys(victims), random);
      const victim = victims[order.pop()!]!();
      if (victim === bolt) storeAway = true;
      const [begun, wrong] = [performance.now(), violations().length];
      await victim.kill();
      await isFelt(victim.name);
      const felt = performance.now();
      await victim.bringBack();
      const back = performance.now();
      await servesAgain(`after ${victim.name} was killed and is back (round ${round + 1})`);
      storeAway = false;
      const times = [felt - begun, back - felt, performance.now() - back].map((milliseconds) => (milliseconds / 1_000).toFixed(1));
      console.log(`round ${round + 1}: ${victim.name} away ${times[0]} s, started again in ${times[1]} s, all served ${times[2]} s later${violations().length > wrong ? `; ${violations().slice(wrong, wrong + 3).join("; ")}` : ""}`);
    }
    const seconds = (performance.now() - started) / 1_000;
    end.abort();
    await Promise.all(running);

    for (const userId of USERS) await settled(userId);
    console.log(`${ROUNDS} rounds in ${seconds.toFixed(0)} s: ${told()}; milliseconds of a recall p50 ${percentile(questions.flatMap(({ times }) => times), 50).toFixed(0)}, p99 ${percentile(questions.flatMap(({ times }) => times), 99).toFixed(0)}`);
    expect(talks.every((talk) => talk.statements().length > 0)).toBe(true);
    expect({ wrongAnswers: violations(), faults: await faults() }).toEqual({ wrongAnswers: [], faults: [] });

    async function faults(): Promise<string[]> {
      const store = await openBoltStore({ url: `bolt://${bolt.address}`, clock: systemClock });
      try {
        const found = [];
        for (const talk of talks) found.push(...(await faultsOfTalk(store, talk)));
        for (const userId of USERS) found.push(...(await faultsOfUser(store, userId)));
        return found;
      } finally {
        await store.close();
      }
    }
    async function settled(userId: string): Promise<void> {
      let last = "";
      const isDone = async (): Promise<boolean> => {
        const answer = await ask("/v1/flush", { json: { user_id: userId, timeout_ms: 20_000 }, limitMs: 60_000 });
        last = answer.text;
        return answer.body.done === true;
      };
      await until(isDone, { limitMs: SETTLE_LIMIT_MS, otherwise: () => `Work of ${userId} is never done: ${last}` });
    }
  }, TIMEOUT_MS);
});
