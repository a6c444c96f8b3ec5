import { rememberRequest } from "@memory-cortex/models/wire";

import { firstIssue } from "../ingest/conversation.ts";
import type { Defaults } from "../ingest/conversation.ts";
import { flawOf } from "./piece.ts";
import type { Fact, Piece } from "./piece.ts";

type Request = Fact["request"];

/** A statement as a reader found it; what is undefined is left to the service. */
export type FoundFact = { place: string; content: string; userId?: string | undefined } & {
  [Field in Exclude<keyof Request, "content" | "user_id" | "scope" | "supersedes" | "unless_forgotten">]?: Request[Field] | undefined;
};

/** Checks a statement against what the service takes. A user whom the command names wins, as for conversations. */
export function factPiece({ place, userId, ...found }: FoundFact, defaults: Defaults): Piece {
  const told = {
    ...found,
    namespace: found.namespace ?? defaults.namespace,
    user_id: defaults.forcedUserId ?? userId ?? defaults.userId,
    // What was erased here does not come back with an old file.
    unless_forgotten: true,
  };
  const request = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  const parsed = rememberRequest.safeParse(request);
  return parsed.success ? { kind: "fact", fact: { place, request: request as Request } } : flawOf(place, firstIssue(parsed.error));
}
