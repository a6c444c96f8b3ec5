import { defineConfig } from "vitest/config";

import { NO_WRAPPER_TIERING } from "./tools/setup/run-program.mjs";

const exclude = ["**/node_modules/**", "**/dist/**"];
const real = ["**/*.medium.test.ts", "**/*.e2e.test.ts", "**/*.server.test.ts", "**/*.openclaw.test.ts", "**/*.hosts.test.ts"];

/** Of the processes that start threads. */
const execArgv = [NO_WRAPPER_TIERING];

/** Tiers by suffix: small has no I/O, medium one real part, e2e whole processes, server all processes of the server shape on real servers, openclaw
 * a real OpenClaw, hosts a real Claude Code and Codex. */
export default defineConfig({
  test: {
    projects: [
      // Without input and output there is nothing to isolate; loading every module once instead of once a file saves two thirds of the time.
      { test: { name: "small", include: ["{libs,apps,tools}/**/*.test.ts"], exclude: [...exclude, ...real], isolate: false, testTimeout: 10_000 } },
      { test: { name: "medium", execArgv, include: ["{libs,apps,tools}/**/*.medium.test.ts"], exclude, testTimeout: 60_000, hookTimeout: 60_000 } },
      { test: { name: "e2e", execArgv, include: ["{libs,apps,tools}/**/*.e2e.test.ts"], exclude, testTimeout: 180_000, hookTimeout: 120_000, fileParallelism: false } },
      // Once more over the same data: what was lost or doubled is so the second time as well; a machine that was busy for a moment need not be.
      // The same for the hosts, programs of others with time limits of their own.
      { test: { name: "server", execArgv, retry: 1, include: ["tools/server-shape/**/*.server.test.ts"], exclude, testTimeout: 180_000, hookTimeout: 180_000, fileParallelism: false } },
      { test: { name: "hosts", execArgv, retry: 1, include: ["tools/hosts/**/*.hosts.test.ts"], exclude, testTimeout: 180_000, hookTimeout: 120_000, fileParallelism: false } },
      { test: { name: "openclaw", execArgv, retry: 1, include: ["tools/openclaw/**/*.openclaw.test.ts"], exclude, testTimeout: 180_000, hookTimeout: 240_000, fileParallelism: false } },
    ],
  },
});
