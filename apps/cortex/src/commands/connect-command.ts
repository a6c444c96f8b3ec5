import { Command } from "commander";

import { HOSTS } from "../connect/hosts.ts";
import type { CommandContext } from "./command-context.ts";

function groupOf({ name, about, help }: { name: string; about: string; help: string }, parts: readonly Command[]): Command {
  const group = new Command(name).description(about).addHelpText("after", help);
  for (const part of parts) group.addCommand(part);
  return group;
}

/** `cortex connect HOST`: gives an agent's host this memory. */
export function connectCommand(context: CommandContext): Command {
  return groupOf(
    {
      name: "connect", about: "connect an agent: shows the change of its configuration, backs up, applies, and looks whether it works",
      help: "\nExamples:\n  cortex connect openclaw --dry-run     what would be changed, and nothing else\n  cortex connect openclaw\n  cortex connect claude-code            # beside its hooks: cortex hook install --global",
    },
    HOSTS.map(({ connect }) => connect(context)),
  );
}

/** `cortex disconnect HOST`: takes it back. */
export function disconnectCommand(context: CommandContext): Command {
  return groupOf(
    {
      name: "disconnect", about: "take a connection back: byte for byte where nobody changed the file since, else only what is ours",
      help: "\nExamples:\n  cortex disconnect openclaw --dry-run\n  cortex disconnect openclaw",
    },
    HOSTS.map(({ disconnect }) => disconnect(context)),
  );
}
