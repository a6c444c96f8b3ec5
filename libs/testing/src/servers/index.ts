export * from "./neo4j.ts";
export * from "./neo4j-class-path.ts";
export * from "./redis.ts";
