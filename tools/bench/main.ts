import { Command } from "commander";

import { fitCommand } from "./fit-command.ts";
import { qualityCommand } from "./quality-command.ts";
import { speedCommand } from "./speed-command.ts";

const program = new Command("npm run bench --")
  .description("Measures recall quality and speed of this checkout through its own HTTP API.")
  .addCommand(qualityCommand())
  .addCommand(speedCommand())
  .addCommand(fitCommand());

await program.parseAsync();
