import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** How far the transcript of a session has been sent. No text, only numbers and hashes. */
export interface CaptureState {
  /** Bytes of the transcript. */
  offset: number;
  /** Hashes of answers that were sent before the transcript held them. */
  ahead: string[];
  /** Hash of the answer that was sent last. */
  last: string | null;
  /** How often the session was compacted, so that what was said and shown before is out of the model's sight. */
  compactions: number;
}

/** What the model has in its window from us. */
export interface ShownState {
  compactions: number;
  /** Ids of memories and turns that were put into the session. */
  ids: string[];
}

/** A session whose last turns could not be sent. */
export interface UnsentSession {
  sessionId: string;
  transcriptPath: string;
  project: string;
}

export const NOTHING_SENT: CaptureState = { offset: 0, ahead: [], last: null, compactions: 0 };
const NOTHING_SHOWN: ShownState = { compactions: 0, ids: [] };
const KEPT_DAYS = 60;
const DAY_MS = 86_400_000;

/** Where the hooks of one memory keep their state: one memory's open turns must never go to another's. */
export interface HookScope {
  /** Data folder. */
  home: string;
  url: string;
  userId: string;
  namespace: string | undefined;
}

const nameOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

/** Watermarks of the hooks, a few small files below the data folder. One that is damaged counts as absent: sending again adds nothing. */
export class HookState {
  readonly #folder: string;

  constructor({ home, url, userId, namespace }: HookScope) {
    this.#folder = join(home, "hooks", "claude-code", nameOf(JSON.stringify([url, userId, namespace ?? null])));
  }

  readonly sent = (sessionId: string): Promise<CaptureState> => this.#read(this.#file(sessionId, "sent"), NOTHING_SENT);
  readonly shown = (sessionId: string): Promise<ShownState> => this.#read(this.#file(sessionId, "shown"), NOTHING_SHOWN);
  readonly keepSent = (sessionId: string, state: CaptureState): Promise<void> => this.#write(this.#file(sessionId, "sent"), state);
  readonly keepShown = (sessionId: string, state: ShownState): Promise<void> => this.#write(this.#file(sessionId, "shown"), state);
  readonly keepUnsent = (session: UnsentSession): Promise<void> => this.#write(this.#file(session.sessionId, "unsent"), session);
  readonly forgetUnsent = (sessionId: string): Promise<void> => rm(this.#file(sessionId, "unsent"), { force: true });

  /** Sessions whose last turns could not be sent, at most so many. */
  async unsent(most: number): Promise<UnsentSession[]> {
    const names = (await this.#names()).filter((name) => name.endsWith(".unsent.json")).slice(0, most);
    const read = await Promise.all(names.map((name) => this.#read<UnsentSession | null>(join(this.#folder, name), null)));
    return read.filter((session) => session !== null);
  }

  /** Drops what belongs to sessions that nobody has touched for two months; a session that wakes after that is sent again, which adds nothing. */
  async dropOld(now: number): Promise<void> {
    for (const name of await this.#names()) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => null);
      if (found !== null && now - found.mtimeMs > KEPT_DAYS * DAY_MS) await rm(path, { force: true });
    }
  }

  #names(): Promise<string[]> {
    return readdir(this.#folder).catch(() => []);
  }

  #file(sessionId: string, what: "sent" | "shown" | "unsent"): string {
    return join(this.#folder, `${nameOf(sessionId)}.${what}.json`);
  }

  async #read<State>(path: string, otherwise: State): Promise<State> {
    try {
      return JSON.parse(await readFile(path, "utf8")) as State;
    } catch {
      return otherwise;
    }
  }

  async #write(path: string, state: object): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = `${path}.${process.pid}.part`;
    await writeFile(part, JSON.stringify(state), { mode: 0o600 });
    await rename(part, path);
  }
}
