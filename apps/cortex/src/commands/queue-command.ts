import { JOB_NAMES } from "@memory-cortex/queue";
import { Argument, Command } from "commander";

import { newCommand } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import type { QueueOptions } from "./run-queue.ts";

/** Loaded on demand: it brings the Redis client, which the other commands do without. */
const loadJobs = async () => import("./run-queue.ts");

interface Sub {
  name: string;
  about: string;
  run(jobs: Awaited<ReturnType<typeof loadJobs>>, context: CommandContext, job: string | undefined, options: QueueOptions): Promise<void>;
  options?: readonly [string, string][];
}

const SUBS: readonly Sub[] = [
  { name: "status", about: "what waits, runs and failed, by job, and who works on it", run: (jobs, ...call) => jobs.showStatus(...call) },
  { name: "failed", about: "jobs that failed in every attempt; they are kept until their work succeeds or they are dropped", run: (jobs, ...call) => jobs.showFailed(...call) },
  { name: "retry", about: "try failed jobs again from the first attempt", run: (jobs, ...call) => jobs.retryFailed(...call) },
  {
    name: "drain", about: "drop what waits: the work stays in the store, and is found again within a minute", run: (jobs, ...call) => jobs.drain(...call),
    options: [["--failed", "drop the jobs that failed in every attempt instead"]],
  },
  { name: "pause", about: "let no process take jobs; they gather until `resume`", run: (jobs, ...call) => jobs.pause(...call) },
  { name: "resume", about: "let processes take jobs again", run: (jobs, ...call) => jobs.resume(...call) },
];

/** `cortex queue`: the queue of the server shape, straight from its Redis. */
export function queueCommand(context: CommandContext): Command {
  const group = new Command("queue")
    .description("look after the queue of the server shape (CORTEX_REDIS_URL): status, failed jobs, pause and resume")
    .addHelpText("after", "\nExamples:\n  cortex queue status\n  cortex queue failed embed --json\n  cortex queue retry\n  cortex queue pause capture\n\nThe embedded shape has its queue inside the service: `cortex stats` tells what is open there.");
  for (const { name, about, run, options = [] } of SUBS) {
    const sub = newCommand({ name, about, examples: [`cortex queue ${name}`, `cortex queue ${name} capture --json`] });
    sub.addArgument(new Argument("[job]", "only this job; all without it").choices(JOB_NAMES));
    for (const [flags, description] of options) sub.option(flags, description);
    sub.action(async (job: string | undefined, given: QueueOptions) => run(await loadJobs(), context, job, given));
    group.addCommand(sub);
  }
  return group;
}
