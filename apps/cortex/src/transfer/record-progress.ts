import { progressBar } from "../terminal/progress.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface RecordProgress {
  add(records: number): void;
  end(): void;
}

/** A bar over records; an estimate that was too low does not lead beyond the end. */
export function recordProgress(terminal: Terminal, label: string, total: number): RecordProgress {
  const bar = progressBar(terminal, label, (value) => value.toLocaleString("en-GB"));
  let done = 0;
  return {
    add(records) {
      done += records;
      bar.update(Math.min(done, total), Math.max(total, 1));
    },
    end: () => bar.end(),
  };
}
