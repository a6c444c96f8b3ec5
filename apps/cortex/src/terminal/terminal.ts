import { isatty } from "node:tty";

import { terminalPreferences } from "@memory-cortex/config";
import picocolors from "picocolors";

export type Colours = ReturnType<typeof picocolors.createColors>;

/** Where a command writes: answers to standard output, everything said beside them to standard error. */
export interface Terminal {
  /** One line of the answer. */
  say(line: string): void;
  /** One line beside the answer. */
  note(line: string): void;
  /** Colours for answers; they do nothing in a pipe or with NO_COLOR. */
  colours: Colours;
  /** Colours for notes. */
  noteColours: Colours;
  /** Whether a person watches standard error, so that a progress bar makes sense. */
  watched: boolean;
}

/** The terminal of this process. A reader that went away (`| head`) ends it quietly. */
export function processTerminal(): Terminal {
  const { noColour } = terminalPreferences();
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(0);
      throw error;
    });
  }
  return {
    say: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    colours: picocolors.createColors(isatty(process.stdout.fd) && !noColour),
    noteColours: picocolors.createColors(isatty(process.stderr.fd) && !noColour),
    watched: isatty(process.stderr.fd),
  };
}
