export * from "./neo4j.ts";
export * from "./neo4j-class-path.ts";
export * from "./redis.ts";
export * from "./app-process.ts";
export * from "./end-with-us.ts";
export * from "./free-ports.ts";
export * from "./server-shape.ts";
