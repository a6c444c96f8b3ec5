import type { Answer } from "@memory-cortex/client";
import type { Resource } from "@modelcontextprotocol/server";

import { memoryUri, sessionUri } from "./resource-uri.ts";

const TITLE_CHARACTERS = 80;

/** One line of a list that a person chooses from. */
function titleOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= TITLE_CHARACTERS ? line : `${line.slice(0, TITLE_CHARACTERS - 1).toWellFormed()}…`;
}

const dayOf = (time: string | null): string => time?.slice(0, 10) ?? "no date";

/** A memory in the list of resources. */
export function memoryResource({ id, content, type, observed_at, importance }: Answer<"listMemories">["memories"][number]): Resource {
  return {
    uri: memoryUri(id), name: id, title: titleOf(content), description: `${type}, ${dayOf(observed_at)}`, mimeType: "application/json",
    annotations: { priority: importance, lastModified: observed_at },
  };
}

/** A session in the list of resources. */
export function sessionResource({ session_id, channel, turns, first_at, last_at }: Answer<"listSessions">["sessions"][number]): Resource {
  return {
    uri: sessionUri(session_id), name: session_id, title: `Conversation ${titleOf(session_id)}`, mimeType: "application/json",
    description: `${turns} messages${channel === null ? "" : ` on ${channel}`}, ${dayOf(first_at)} to ${dayOf(last_at)}`,
    ...(last_at === null ? {} : { annotations: { lastModified: last_at } }),
  };
}
