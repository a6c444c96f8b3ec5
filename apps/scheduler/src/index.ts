export * from "./start-scheduler.ts";
