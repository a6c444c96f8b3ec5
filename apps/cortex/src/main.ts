import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Halves what a command costs before it begins, which hooks pay with every prompt. The set-up does so for what it starts; hosts start this file themselves.
enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/compiled", import.meta.url)));

const [{ runCli }, { processTerminal }] = await Promise.all([import("./cli.ts"), import("./terminal/terminal.ts")]);

/** Output still on its way gets this long; what is open after that (a stop that was cut short) does not keep the process. */
const LINGER_MS = 1_000;

const code = await runCli(process.argv.slice(2), processTerminal());
process.exitCode = code;
setTimeout(() => process.exit(code), LINGER_MS).unref();
