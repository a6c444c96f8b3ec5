export * from "./http/index.ts";
