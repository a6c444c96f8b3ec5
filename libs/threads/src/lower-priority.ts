import { setPriority } from "node:os";

/** For what nobody waits for. */
export const BACKGROUND_PRIORITY = 10;

/** Of this thread (nice, 0 to 19), so that what somebody waits for goes first where there are fewer cores than work. */
export function lowerPriority(nice: number): void {
  // On Linux this is about the thread that asks; elsewhere it would slow down the whole process.
  if (process.platform === "linux") setPriority(nice);
}
