import { isOwners } from "../runtime/session-scope.ts";
import type { ToolCall } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

/** Files of the machine are for its owner: not for a group, not for somebody else, not for an agent that is shut in a container. */
export function requireOwnersFiles({ realm, context }: Pick<ToolCall, "realm" | "context">, name: string): void {
  if (realm.shared) throw new ToolRefusal("owner_only", `${name} does not work in a group chat. Ask the owner to do it in a conversation of their own.`);
  if (!isOwners(realm)) throw new ToolRefusal("owner_only", `${name} works for the owner only.`);
  if (context.sandboxed === true) throw new ToolRefusal("sandboxed", `${name} is not available to an agent in a sandbox: it would leave it.`);
}
