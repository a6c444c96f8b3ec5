export { createCaptureHandler } from "./capture-handler.ts";
export type { CaptureServices } from "./capture-services.ts";
export { createExpireHandler } from "./expire-handler.ts";
export { createImproveHandler } from "./improve-handler.ts";
export { previewCapture } from "./preview-capture.ts";
export type { CapturePreview, PreviewInput } from "./preview-capture.ts";
export * from "./reconcile-handler.ts";
