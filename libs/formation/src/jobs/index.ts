export * from "./capture-handler.ts";
export * from "./reconcile-handler.ts";
