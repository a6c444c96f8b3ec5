export * from "./embed-handler.ts";
export { planSpaces, type SpacePlan } from "./plan-spaces.ts";
