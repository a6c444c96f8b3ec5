import { runCli } from "./cli.ts";
import { processTerminal } from "./terminal/terminal.ts";

process.exitCode = await runCli(process.argv.slice(2), processTerminal());
