export * from "./align.ts";
export * from "./incoming-turn.ts";
export * from "./summary-marker.ts";
