import { runCli } from "./cli.ts";
import { processTerminal } from "./terminal/terminal.ts";

/** Output still on its way gets this long; what is open after that (a stop that was cut short) does not keep the process. */
const LINGER_MS = 1_000;

const code = await runCli(process.argv.slice(2), processTerminal());
process.exitCode = code;
setTimeout(() => process.exit(code), LINGER_MS).unref();
