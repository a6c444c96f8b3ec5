import type { TurnContext } from "../host/turn-context.ts";
import type { Plugin } from "../plugin.ts";
import { isOwners } from "../runtime/session-scope.ts";
import { forgetLast, forgottenLine } from "./forget-last.ts";
import { why, whyLines } from "./why.ts";

/** What the host tells a chat command. */
export interface ChatContext extends TurnContext {
  /** What stands behind the command's name. */
  args?: string | undefined;
}

const USAGE = [
  "/cortex why – what memory added to the last answer, and why",
  "/cortex pause – neither recall nor remember in this conversation (pause all: everywhere, for the owner in a chat of their own)",
  "/cortex resume – go on (resume all: everywhere)",
  "/cortex forget-last – erase what was kept of the last turn",
].join("\n");

/** Answers `/cortex …` in a chat: only about the conversation that it was sent in, and only about the sender's own memory. Never rejects. */
export async function answerChat(plugin: Plugin, context: ChatContext): Promise<{ text: string }> {
  const [verb = "", ...rest] = (context.args ?? "").trim().toLowerCase().split(/\s+/);
  try {
    return { text: await answered(plugin, context, { verb, everywhere: rest.includes("all") }) };
  } catch (error) {
    const { sentence, fix } = plugin.service.failed(error);
    return { text: `That did not work: ${sentence} ${fix}` };
  }
}

async function answered(plugin: Plugin, context: ChatContext, { verb, everywhere }: { verb: string; everywhere: boolean }): Promise<string> {
  const realm = plugin.realmOf(context);
  const { sessionKey } = context;
  switch (verb) {
    case "why":
      return whyLines(await why({ plugin, realm, sessionKey })).join("\n");
    case "pause":
    case "resume":
      if (everywhere && !isOwners(realm)) return `Only the owner can ${verb} memory everywhere, in a chat of their own. /cortex ${verb} does it for this conversation.`;
      if (!everywhere && sessionKey === undefined) return `The host did not say which conversation this is. /cortex ${verb} all does it everywhere.`;
      await plugin.state[verb](everywhere ? null : sessionKey!);
      return toldOf(verb, everywhere, await plugin.state.isPaused(sessionKey));
    case "forget-last":
    case "forgetlast":
      return forgottenLine(await forgetLast(plugin, realm, sessionKey));
    default:
      return USAGE;
  }
}

function toldOf(verb: "pause" | "resume", everywhere: boolean, isPaused: boolean): string {
  const where = everywhere ? "everywhere" : "in this conversation";
  if (verb === "pause") return `Memory is paused ${where}: nothing is recalled, nothing is kept. /cortex resume${everywhere ? " all" : ""} goes on.`;
  return isPaused ? "Memory is still paused: /cortex resume all ends the pause that counts everywhere." : `Memory goes on ${where}.`;
}
