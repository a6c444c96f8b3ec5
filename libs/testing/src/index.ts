export * from "./http/index.ts";
export * from "./json-schema/schema-faults.ts";
