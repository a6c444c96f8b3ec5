export * from "./open-sqlite-store.ts";
export { realmFileName } from "./thread/realm-files.ts";
