export { environmentHere } from "./environment-here.ts";
export type { Place } from "./environment-here.ts";
export { publishedPorts, readComposeApps } from "./read-compose-apps.ts";
export type { ComposeApp, PublishedPort } from "./read-compose-apps.ts";
export { exampleVariables, readCompose } from "./read-compose.ts";
export type { ComposeFile, ComposeService } from "./read-compose.ts";
