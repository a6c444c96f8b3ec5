import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import type { SourceFile } from "../../source/source-file.ts";
import { isFields, nameOf } from "../values.ts";
import type { SessionFacts } from "./session-realm.ts";

const AGENT = /(?:^|[\\/])agents[\\/](?<agent>[^\\/]+)[\\/]/;
const SESSION = /^(?<id>.+?)\.jsonl(?:\.|$)/i;

/** The agent whose folder a file lies in. */
export const agentOf = (file: SourceFile): string | undefined => AGENT.exec(file.path ?? file.name)?.groups?.["agent"];

/** "3f2a….jsonl" and "3f2a….jsonl.reset.2026-…": the session of a file. */
export const sessionOfFile = (file: SourceFile): string => SESSION.exec(basename(file.name))?.groups?.["id"] ?? basename(file.name);

/** `sessions.json` beside a transcript: what an older host knew of each session, by its id. Empty when it is not there, or not readable. */
export async function sessionStore(file: SourceFile): Promise<ReadonlyMap<string, Pick<SessionFacts, "sessionKey" | "channel">>> {
  const found = new Map<string, Pick<SessionFacts, "sessionKey" | "channel">>();
  if (file.path === null) return found;
  const text = await readFile(join(dirname(file.path), "sessions.json"), "utf8").catch(() => "{}");
  for (const [sessionKey, entry] of entriesOf(text)) {
    const id = isFields(entry) ? nameOf(entry["sessionId"], 256) : undefined;
    if (id !== undefined && isFields(entry)) found.set(id, { sessionKey, channel: nameOf(entry["channel"] ?? entry["lastChannel"] ?? entry["provider"], 64)?.toLowerCase() });
  }
  return found;
}

function entriesOf(text: string): [string, unknown][] {
  try {
    const store = JSON.parse(text) as unknown;
    return isFields(store) ? Object.entries(store) : [];
  } catch {
    return [];
  }
}
