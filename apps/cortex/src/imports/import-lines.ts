import { plural } from "../terminal/format.ts";
import type { Census, Share } from "./first-pass.ts";
import type { ImportReport } from "./send-pieces.ts";
import type { Taste } from "./taste.ts";

const listOf = (counts: Iterable<readonly [string, number]>): string => [...counts].map(([reason, count]) => `${count.toLocaleString("en-GB")} ${reason.replaceAll("_", " ")}`).join(", ");

function shareOf({ conversations, messages, facts }: Share): string {
  const parts = [conversations > 0 ? `${plural(conversations, "conversation")} with ${plural(messages, "message")}` : "", facts > 0 ? plural(facts, "statement") : ""];
  return parts.filter(Boolean).join(" and ") || "nothing";
}

function leftOutLines(leftOut: ReadonlyMap<string, number>, ignored: Readonly<Record<string, number>>): string[] {
  const all = new Map(leftOut);
  for (const [reason, count] of Object.entries(ignored)) all.set(reason.replaceAll("_", " "), (all.get(reason.replaceAll("_", " ")) ?? 0) + count);
  return all.size === 0 ? [] : [`Left out: ${listOf(all)}.`];
}

/** Whose memory it goes to, where that is not the one user whom the command works for. */
function userLines(users: ReadonlyMap<string, Share>, userId: string): string[] {
  if ([...users.keys()].every((user) => user === userId)) return [];
  return [...users].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([user, share]) => `  ${user}: ${shareOf(share)}`);
}

/** What a person who is the sender has to say, so that his messages come into his own memory. */
function senderLines(users: ReadonlyMap<string, Share>): string[] {
  const senders = [...users.keys()].filter((user) => user.startsWith("sender:")).map((user) => user.slice("sender:".length));
  if (senders.length === 0) return [];
  return [`Senders who are not known to be you get a memory of their own. If you are one of them: --owner ${senders.slice(0, 3).join(",")}`];
}

/** What a dry run says. */
export function dryRunLines({ format, userId, census, taste }: { format: string; userId: string; census: Census; taste: Taste }): string[] {
  const kept = census.messages > 0 ? ` ${plural(taste.kept, "message")} would be kept.` : "";
  return [
    `${format}: would send ${shareOf(census)}.${kept}`,
    ...userLines(census.users, userId),
    ...leftOutLines(census.leftOut, taste.ignored),
    ...senderLines(census.users),
    ...(taste.sample.length === 0 ? [] : ["For example:", ...taste.sample.map(({ place, as, text }) => `  ${place}: ${as}: ${text}`)]),
  ];
}

/** What a person reads when all is done. */
export function reportLines({ format, userId, census, report }: { format: string; userId: string; census: Census; report: ImportReport }): string[] {
  const turns = report.conversations > 0 || census.conversations > 0 ? [`${plural(report.conversations, "conversation")}: ${plural(report.accepted, "new turn")}, ${report.duplicate.toLocaleString("en-GB")} known already.`] : [];
  const told = [["new", report.created], ["known already", report.known], ["in place of older ones", report.superseded], ["in conflict with others", report.conflicts], ["forgotten here and left so", report.forgotten]] as const;
  const facts = census.facts > 0 ? [`${plural(census.facts, "statement")}: ${listOf(told.filter(([, count]) => count > 0)) || "sent by an earlier run"}.`] : [];
  const resumed = report.resumed === 0 ? [] : [`Went on after ${plural(report.resumed, "record")} of an earlier run.`];
  return [`Imported ${format}. ${[...turns, ...facts].join(" ")}`.trim(), ...userLines(census.users, userId), ...leftOutLines(census.leftOut, report.ignored), ...resumed, ...senderLines(census.users)];
}
