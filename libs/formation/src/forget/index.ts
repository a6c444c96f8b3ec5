export { createForgetting } from "./create-forgetting.ts";
export type { Forgetting, ForgettingServices } from "./create-forgetting.ts";
export type { Finding } from "./select-forgotten.ts";
