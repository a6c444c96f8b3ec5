import { capturePreviewRequest, capturePreviewResponse, flushRequest, flushResponse, ingestRequest, ingestResponse } from "@memory-cortex/models/wire";

const TAG = "Conversations";

/**
 * What the ingest app takes and answers. It stands here and not beside its handlers, because the one document that clients read
 * describes it too, and in the server shape another process serves that document.
 */
export const conversationContract = {
  ingest: {
    method: "POST", path: "/ingest", summary: "Takes a conversation; the whole history may be sent each turn", tag: TAG, role: "write", user: "new",
    body: ingestRequest,
    answers: { 202: { description: "On disk, and found by words at once", schema: ingestResponse } },
    errors: ["revision_conflict"],
  },
  preview: {
    method: "POST", path: "/v1/capture/preview", summary: "What a capture would remember and why not the rest; keeps nothing", tag: TAG, role: "write", user: "new",
    body: capturePreviewRequest,
    answers: { 200: { description: "What would become of it", schema: capturePreviewResponse } },
  },
  flush: {
    method: "POST", path: "/v1/flush", summary: "Closes open windows and waits for derived work", tag: TAG, role: "write", user: "known",
    body: flushRequest,
    answers: { 200: { description: "Done, or what is still open when the time is up", schema: flushResponse } },
  },
} as const;

/** Paths that a proxy in front of the server shape sends to ingest, whatever the method; all others go to recall-api. */
export const INGEST_PATHS: readonly string[] = Object.values(conversationContract).map(({ path }) => path);
