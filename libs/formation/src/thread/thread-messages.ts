import type { CaptureCandidate, CaptureInput } from "../capture/candidate.ts";
import type { TextDescription } from "../describe-text.ts";
import type { DocumentNames, WindowTexts } from "../entities/window-names.ts";

/** What the thread does, by name: what it is given and what it gives. */
export interface ThreadTasks {
  describe: { input: readonly string[]; result: TextDescription[] };
  capture: { input: CaptureInput; result: CaptureCandidate[] };
  names: { input: WindowTexts; result: DocumentNames[] };
}

export type ThreadTask = keyof ThreadTasks;

export type ThreadRequest = { [Task in ThreadTask]: { id: number; task: Task; input: ThreadTasks[Task]["input"] } }[ThreadTask];

/** Without a result the task failed; the thread says nothing more, because its errors quote what they were given. */
export interface ThreadReply {
  id: number;
  result?: ThreadTasks[ThreadTask]["result"];
}
