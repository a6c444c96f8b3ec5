import type { CaptureCommit, CaptureResult, CommitResult, MemoryCommit } from "../memories.ts";
import type { Scope } from "./user-state.ts";

type Work<Result> = (scope: Scope) => Result;

function count({ user: { revisions } }: Scope, change: "knowledge" | "content"): void {
  revisions.content += 1;
  if (change === "knowledge") revisions.knowledge += 1;
}

/** The same work, counted as a change unless it answers that nothing was done. */
export function changing<Result>(change: "knowledge" | "content", work: Work<Result>): Work<Result> {
  return (scope) => {
    const result = work(scope);
    if (result !== false && result !== 0) count(scope, change);
    return result;
  };
}

export const isStale = ({ user }: Scope, { basedOn }: MemoryCommit): boolean => basedOn !== undefined && user.revisions.knowledge !== basedOn;

/** The same commit, counted when it was written: one that brings nothing to know has only marked its turns. */
export function committing<Result extends CommitResult | CaptureResult>(commit: MemoryCommit | CaptureCommit, work: Work<Result>): Work<Result> {
  const { writes, entities = [], mentions = [], relations = [], merges = [] } = commit;
  const brings = writes.length + entities.length + mentions.length + relations.length + merges.length > 0;
  return (scope) => {
    const result = work(scope);
    if (result.outcome === "committed") count(scope, brings ? "knowledge" : "content");
    return result;
  };
}
