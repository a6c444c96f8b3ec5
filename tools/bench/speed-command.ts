import { Command } from "commander";

export function speedCommand(): Command {
  return new Command("speed");
}
