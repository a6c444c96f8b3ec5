import { join } from "node:path";

import { jsonFile } from "./json-file.ts";

/** When the host last called a hook: without conversation access it never does, and says nothing of it. */
export interface SeenHooks {
  saw(hook: "recallAt" | "captureAt"): void;
  read(): Promise<{ recallAt: number | null; captureAt: number | null }>;
}

interface SeenContent {
  recallAt: number | null;
  captureAt: number | null;
}

/** Nobody needs it to the second, and each note is a write. */
const NOTE_EVERY_MS = 60_000;

export function createSeenHooks({ folder, log, now }: { folder: string; log: (sentence: string) => void; now: () => number }): SeenHooks {
  const file = jsonFile<SeenContent>({ path: join(folder, "hooks.json"), empty: () => ({ recallAt: null, captureAt: null }), parse, log });
  const noted: SeenContent = { recallAt: null, captureAt: null };
  return {
    saw: (hook) => {
      const at = now();
      if (at - (noted[hook] ?? -Infinity) < NOTE_EVERY_MS) return;
      noted[hook] = at;
      file.change((content) => ({ value: { ...content, [hook]: at }, result: undefined })).catch((error: unknown) => log(`what hooks were seen could not be noted: ${String(error)}`));
    },
    read: async () => {
      const written = await file.read();
      return { recallAt: noted.recallAt ?? written.recallAt, captureAt: noted.captureAt ?? written.captureAt };
    },
  };
}

function parse(json: unknown): SeenContent | null {
  if (typeof json !== "object" || json === null) return null;
  const { recallAt, captureAt } = json as Partial<SeenContent>;
  return { recallAt: typeof recallAt === "number" ? recallAt : null, captureAt: typeof captureAt === "number" ? captureAt : null };
}
