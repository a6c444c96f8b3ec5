export * from "./open-sqlite-store.ts";
