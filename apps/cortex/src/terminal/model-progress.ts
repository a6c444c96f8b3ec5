import type { PreparationProgress } from "@memory-cortex/embedding";

import { formatBytes } from "./format.ts";
import { progressBar } from "./progress.ts";
import type { Progress } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

const WAYS: Record<PreparationProgress["way"], string> = {
  configured: "Reading", prepared: "Checking", hub: "Fetching from the model hub:", pip: "Fetching through pip:", built: "Making",
};

/** Shows how the model is prepared: a bar on a terminal, one plain line for each file elsewhere. */
export function modelProgress(terminal: Terminal): { show: (progress: PreparationProgress) => void; end: () => void } {
  let named = "";
  let bar: Progress | null = null;
  return {
    show({ way, file, receivedBytes, totalBytes }) {
      const label = `${WAYS[way]} ${file}`;
      if (label !== named) {
        bar?.end();
        bar = progressBar(terminal, label, formatBytes);
        if (!terminal.watched || totalBytes === null) terminal.note(`${label}${totalBytes === null ? "" : ` (${formatBytes(totalBytes)})`}`);
        named = label;
      }
      if (totalBytes !== null) bar?.update(receivedBytes, totalBytes);
    },
    end: () => bar?.end(),
  };
}
