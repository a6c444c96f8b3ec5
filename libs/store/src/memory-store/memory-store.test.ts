import { storeConformance } from "../conformance/index.ts";
import { createMemoryStore } from "./create-memory-store.ts";

storeConformance({ name: "The store in memory", open: async (parts) => createMemoryStore(parts), reopen: { lacking: "it has no disk" } });
