import { open, readFile, rename } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

import { tryLock } from "./try-lock.ts";

/** A small file of JSON that several processes read and change; each change is whole and lasts, or did not happen. */
export interface JsonFile<Value> {
  /** As it stands; the empty value where there is no file, or none that can be read. */
  read(): Promise<Value>;
  /** Hands the value to one caller at a time; what it returns is written when it differs (by identity) from what it was given. */
  change<Result>(edit: (value: Value) => { value: Value; result: Result }): Promise<Result>;
}

export interface JsonFileOptions<Value> {
  path: string;
  empty: () => Value;
  /** Null for what is no such value: a file of another version, or half of one. */
  parse: (json: unknown) => Value | null;
  log: (sentence: string) => void;
}

/** A holder needs milliseconds; one that has had the lock for so long is dead. */
const STALE_MS = 10_000;
const GIVE_UP_MS = 5_000;
const LOOK_AGAIN_MS = 5;

/** A lock that others hold all the time. */
export class StateBusyError extends Error {}

export function jsonFile<Value>(options: JsonFileOptions<Value>): JsonFile<Value> {
  let queue: Promise<unknown> = Promise.resolve();
  return {
    read: async () => (await load(options)).value,
    change: (edit) => {
      const turn = queue.then(() => changeLocked(options, edit));
      queue = turn.catch(() => undefined);
      return turn;
    },
  };
}

async function changeLocked<Value, Result>(options: JsonFileOptions<Value>, edit: (value: Value) => { value: Value; result: Result }): Promise<Result> {
  const unlock = await lock(`${options.path}.lock`);
  try {
    const { value, unreadable } = await load(options);
    if (unreadable) await setAside(options);
    const edited = edit(value);
    if (edited.value !== value) await save(options.path, edited.value);
    return edited.result;
  } finally {
    await unlock();
  }
}

async function load<Value>({ path, empty, parse }: JsonFileOptions<Value>): Promise<{ value: Value; unreadable: boolean }> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return { value: empty(), unreadable: false };
  }
  try {
    const value = parse(JSON.parse(text));
    return value === null ? { value: empty(), unreadable: true } : { value, unreadable: false };
  } catch {
    return { value: empty(), unreadable: true };
  }
}

/** Kept beside it, because it may hold what somebody said. */
async function setAside<Value>({ path, log }: JsonFileOptions<Value>): Promise<void> {
  const aside = `${path}.unreadable`;
  await rename(path, aside);
  log(`${path} could not be read; it is kept as ${aside}, and a new one is begun.`);
}

async function save(path: string, value: unknown): Promise<void> {
  const fresh = `${path}.${process.pid}.new`;
  const file = await open(fresh, "w", 0o600);
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}

async function lock(path: string): Promise<() => Promise<void>> {
  const until = Date.now() + GIVE_UP_MS;
  for (;;) {
    const held = await tryLock(path, { staleMs: STALE_MS });
    if (held !== null) return held.release;
    if (Date.now() > until) throw new StateBusyError(`${path} is held by another process.`);
    await setTimeout(LOOK_AGAIN_MS);
  }
}
