export * from "./cause.ts";
export * from "./correlation.ts";
export * from "./health.ts";
export * from "./logger.ts";
export * from "./metrics.ts";
export * from "./tracing/open-tracing.ts";
export * from "./tracing/tracing.ts";
