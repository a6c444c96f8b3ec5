import { Command } from "commander";

import { qualityCommand } from "./quality-command.ts";
import { speedCommand } from "./speed-command.ts";

const program = new Command("npm run bench --")
  .description("Measures recall quality and speed of this checkout through its own HTTP API.")
  .addCommand(qualityCommand())
  .addCommand(speedCommand());

await program.parseAsync();
