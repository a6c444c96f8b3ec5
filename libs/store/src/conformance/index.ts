import { afterAll, beforeAll, describe } from "vitest";

import { callCases, isolationCases, ledgerCases } from "./call-cases.ts";
import { alignmentCases, appendCases, sessionCases } from "./conversation-cases.ts";
import { entityCases } from "./entity-cases.ts";
import type { Bench, StoreDriver } from "./factories.ts";
import { T0 } from "./factories.ts";
import { forgetCases } from "./forget-cases.ts";
import { historyCases } from "./history-cases.ts";
import { improvementCases, llmCallCases } from "./improvement-cases.ts";
import { captureCases, listingCases, writeCases } from "./memory-cases.ts";
import { noteCases, reservationCases, revisionCases, staleCases } from "./process-cases.ts";
import { randomKnowledgeCases } from "./random-knowledge.ts";
import { expansionCases, relationCases } from "./relation-cases.ts";
import { textSearchCases, vectorSearchCases } from "./search-cases.ts";
import { spaceCases } from "./space-cases.ts";
import { transferCases } from "./transfer-cases.ts";
import { conflictCases, versionCases } from "./version-cases.ts";

export * from "./factories.ts";
export { everyAnswer, live } from "./transfer-cases.ts";

/**
 * What every store driver must do, as a Vitest suite. The cases share one store and differ in their users; a driver that keeps data
 * on a disk gives `reopen`; another says why not, which is printed.
 */
export function storeConformance(driver: StoreDriver): void {
  describe(`${driver.name} fulfils the store port`, () => {
    const clock = { time: T0, now: () => clock.time };
    const bench = { clock } as Bench;
    beforeAll(async () => {
      bench.store = await driver.open({ clock });
    });
    afterAll(() => bench.store.close());

    describe("appending", () => appendCases(bench));
    describe("alignment", () => alignmentCases(bench));
    describe("sessions", () => sessionCases(bench));
    describe("capture", () => captureCases(bench));
    describe("memories", () => writeCases(bench));
    describe("listing", () => listingCases(bench));
    describe("forgetting turns", () => forgetCases(bench));
    describe("history", () => historyCases(bench));
    describe("versions", () => versionCases(bench));
    describe("conflicts", () => conflictCases(bench));
    describe("entities", () => entityCases(bench));
    describe("relations", () => relationCases(bench));
    describe("expansion", () => expansionCases(bench));
    describe("random knowledge", () => randomKnowledgeCases(bench));
    describe("improvement", () => improvementCases(bench));
    describe("calls of models", () => llmCallCases(bench));
    describe("search by words", () => textSearchCases(bench));
    describe("search by meaning", () => vectorSearchCases(bench));
    describe("spaces", () => spaceCases(bench));
    describe("ledger", () => ledgerCases(bench));
    describe("revisions", () => revisionCases(bench));
    describe("decisions on what has changed", () => staleCases(bench));
    describe("reservations", () => reservationCases(bench));
    describe("notes", () => noteCases(bench));
    describe("moving", () => transferCases(bench));
    describe("isolation", () => isolationCases(bench));
    describe("calls", () => callCases(bench, driver));
  });
}
