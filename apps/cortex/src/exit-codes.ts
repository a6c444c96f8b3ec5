/** What the `cortex` command says to a script. Part of its help, so never renumber. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  /** Answered, but a part was missing or work is still open. */
  partial: 3,
  notRunning: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
