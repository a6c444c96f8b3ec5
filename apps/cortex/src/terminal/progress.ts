import { Presets, SingleBar } from "cli-progress";

import type { Terminal } from "./terminal.ts";

/** How far something is. Units are the caller's: messages, bytes, users. */
export interface Progress {
  update(done: number, total: number): void;
  end(): void;
}

const SILENT: Progress = { update: () => undefined, end: () => undefined };

/** A bar on a terminal and nothing in a pipe. It is drawn at the first update, so that quick work shows none. */
export function progressBar(terminal: Terminal, label: string, format: (value: number) => string = String): Progress {
  if (!terminal.watched) return SILENT;
  const bar = new SingleBar(
    { format: `${label} {bar} {percentage} %  {done}/{all}`, hideCursor: true, clearOnComplete: true, stream: process.stderr, etaBuffer: 100 },
    Presets.shades_classic,
  );
  let started = false;
  return {
    update(done, total) {
      const payload = { done: format(done), all: format(total) };
      if (!started) bar.start(total, done, payload);
      started = true;
      bar.setTotal(total);
      bar.update(done, payload);
    },
    end() {
      if (started) bar.stop();
    },
  };
}
