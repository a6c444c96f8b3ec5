export * from "./recurring-jobs.ts";
export * from "./start-scheduler.ts";
