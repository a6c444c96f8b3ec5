import type { CapturePreviewRequest, CapturePreviewResponse, FlushRequest, FlushResponse, IngestRequest, IngestResponse } from "@memory-cortex/models";

/** What the ingest routes need: formation fulfils it. */
export interface IngestServices {
  conversations: {
    /** Everything accepted is in the store when it resolves. */
    ingest(request: IngestRequest): Promise<IngestResponse>;
    flush(request: FlushRequest): Promise<FlushResponse>;
  };
  /** What a capture would remember, and why not the rest; writes nothing. */
  preview(request: CapturePreviewRequest, signal: AbortSignal): Promise<CapturePreviewResponse>;
}
