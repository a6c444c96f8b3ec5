import { join } from "node:path";

import { jsonFile } from "./json-file.ts";

/** Where somebody asked not to be remembered for a while. */
export interface Pauses {
  isPaused(sessionKey: string | undefined): Promise<boolean>;
  pause(sessionKey: string | null): Promise<void>;
  resume(sessionKey: string | null): Promise<void>;
}

interface PausesContent {
  version: 1;
  everywhere: boolean;
  sessions: string[];
}

const MOST_SESSIONS = 1_000;

export function createPauses({ folder, log }: { folder: string; log: (sentence: string) => void }): Pauses {
  const file = jsonFile<PausesContent>({ path: join(folder, "pauses.json"), empty: () => ({ version: 1, everywhere: false, sessions: [] }), parse, log });
  const change = (edit: (content: PausesContent) => PausesContent): Promise<void> => file.change((content) => ({ value: edit(content), result: undefined }));
  return {
    isPaused: async (sessionKey) => {
      const { everywhere, sessions } = await file.read();
      return everywhere || (sessionKey !== undefined && sessions.includes(sessionKey));
    },
    pause: (sessionKey) =>
      change((content) => (sessionKey === null ? { ...content, everywhere: true } : { ...content, sessions: [...content.sessions.filter((key) => key !== sessionKey), sessionKey].slice(-MOST_SESSIONS) })),
    resume: (sessionKey) => change((content) => (sessionKey === null ? { version: 1, everywhere: false, sessions: [] } : { ...content, sessions: content.sessions.filter((key) => key !== sessionKey) })),
  };
}

function parse(json: unknown): PausesContent | null {
  if (typeof json !== "object" || json === null) return null;
  const { version, everywhere, sessions } = json as Partial<PausesContent>;
  return version === 1 && typeof everywhere === "boolean" && Array.isArray(sessions) ? { version, everywhere, sessions } : null;
}
