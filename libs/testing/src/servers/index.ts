export * from "./redis.ts";
