import { mkdirSync } from "node:fs";
import { appendFile, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Receipts } from "../plugin.ts";
import type { CaptureReceipt, Receipt } from "./receipt.ts";

export interface ReceiptFileOptions {
  folder: string;
  /** How many are kept; 0: none. */
  kept: () => number;
  log: (sentence: string) => void;
}

/** Receipts as lines of JSON, the newest last. A write that fails costs a receipt and nothing else. */
export function createReceipts({ folder, kept, log }: ReceiptFileOptions): Receipts & { settled(): Promise<void> } {
  const path = join(folder, "receipts.jsonl");
  /** Of this process: there before they are written. */
  const own: Receipt[] = [];
  let queue: Promise<void> = Promise.resolve();
  let lines: number | null = null;

  async function write(receipt: Receipt): Promise<void> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await appendFile(path, `${JSON.stringify(receipt)}\n`, { mode: 0o600 });
    lines = lines === null ? (await readLines(path)).length : lines + 1;
    if (lines <= kept() * 2) return;
    const newest = (await readLines(path)).slice(-kept());
    await writeFile(`${path}.new`, newest.map((line) => `${line}\n`).join(""), { mode: 0o600 });
    await rename(`${path}.new`, path);
    lines = newest.length;
  }

  async function all(): Promise<Receipt[]> {
    await queue;
    const written = (await readLines(path)).flatMap(parseLine);
    const newest = new Map([...written, ...own].map((receipt) => [keyOf(receipt), receipt]));
    return [...newest.values()].toReversed().toSorted((one, other) => other.at - one.at);
  }

  function add(receipt: Receipt): void {
    if (kept() === 0) return;
    own.push(receipt);
    if (own.length > kept()) own.shift();
    queue = queue.then(() => write(receipt)).catch((error: unknown) => log(`a receipt could not be written: ${String(error)}`));
  }

  return {
    add,
    sent: (entryId) => {
      const isIts = (one: Receipt): one is CaptureReceipt => one.kind === "capture" && one.entryId === entryId;
      const receipt = own.findLast(isIts);
      if (receipt !== undefined) return add({ ...receipt, sent: true });
      // What another process kept, or this one before it was started again.
      void all().then((receipts) => {
        const earlier = receipts.find(isIts);
        if (earlier !== undefined) add({ ...earlier, sent: true });
      });
    },
    last: async ({ kind, sessionKey }) =>
      (await all()).find((receipt) => (kind === undefined || receipt.kind === kind) && (sessionKey === undefined || receipt.sessionKey === sessionKey)) ?? null,
    list: async (limit) => (await all()).slice(0, limit),
    settled: () => queue,
  };
}

/** A piece of conversation has one receipt, which is written again when the piece is sent. */
const keyOf = (receipt: Receipt): string => (receipt.kind === "capture" && receipt.entryId !== null ? receipt.entryId : JSON.stringify(receipt));

async function readLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
  } catch {
    return [];
  }
}

/** Half a line of a process that died is no receipt. */
function parseLine(line: string): Receipt[] {
  try {
    return [JSON.parse(line) as Receipt];
  } catch {
    return [];
  }
}
