import { createMemoryStore } from "@memory-cortex/store";

import { severalProcesses } from "../test/several-processes.ts";

severalProcesses("the store in memory", async () => {
  const clock = { time: Date.UTC(2026, 4, 14), now: () => clock.time };
  const store = createMemoryStore({ clock });
  return { store, clock, close: () => store.close() };
});
