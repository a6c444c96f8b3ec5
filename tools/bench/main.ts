import { Command } from "commander";

import { boltCommand } from "./bolt-command.ts";
import { fitCommand } from "./fit-command.ts";
import { formationCommand } from "./formation-command.ts";
import { peersCommand } from "./peers-command.ts";
import { qualityCommand } from "./quality-command.ts";
import { serverCommand } from "./server-command.ts";
import { speedCommand } from "./speed-command.ts";
import { UnusableWish } from "./unusable-wish.ts";

const program = new Command("npm run bench --")
  .description("Measures recall quality and speed of this checkout through its own HTTP API.")
  .addCommand(qualityCommand())
  .addCommand(speedCommand())
  .addCommand(formationCommand())
  .addCommand(peersCommand())
  .addCommand(fitCommand())
  .addCommand(boltCommand())
  .addCommand(serverCommand());

try {
  await program.parseAsync();
} catch (error) {
  // What a person can mend is one line; the stack of anything else stays.
  if (!(error instanceof UnusableWish)) throw error;
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
}
