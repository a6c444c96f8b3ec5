import type { ChildProcess } from "node:child_process";

const running = new Set<ChildProcess>();

// One handler for all of them: of more than ten the platform says that they leak.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Kills a process with this one, if it runs that long. */
export function endWithUs(child: ChildProcess): void {
  running.add(child);
  child.once("close", () => running.delete(child));
}
