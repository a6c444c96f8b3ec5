export { createPortable } from "./create-portable.ts";
export type { ImportRequest, Portable } from "./create-portable.ts";
