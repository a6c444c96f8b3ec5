export { sharesOf } from "./commands/explain-lines.ts";
export { startEmbedded } from "./embedded/embedded.ts";
export type { Embedded, EmbeddedOptions } from "./embedded/embedded.ts";
export { modelProgress } from "./terminal/model-progress.ts";
export { processTerminal } from "./terminal/terminal.ts";
export type { Terminal } from "./terminal/terminal.ts";
