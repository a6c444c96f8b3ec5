import { userRoute } from "@memory-cortex/http";
import type { Call, Route } from "@memory-cortex/http";
import { CortexError } from "@memory-cortex/models";
import { exportLine, exportRecord, exportRequest, importLine, importQuery, importResponse } from "@memory-cortex/models/wire";
import { z } from "zod";

import { EXPORT_TYPES, exportText } from "../transfer/export-text.ts";
import type { RecallApiServices } from "../services.ts";
import { asNamedOf } from "./everything-of.ts";

const TAG = "Export and import";

/** An import is in memory as a whole while it is checked. */
export const MAX_IMPORT_BYTES = 64 * 1_048_576;

const { jsonl, json, csv } = EXPORT_TYPES;

/** Memories and turns as lines. */
export function transferRoutes(services: Pick<RecallApiServices, "portable" | "clock">): Route[] {
  return [exportRoute(services), importRoute(services)];
}

/** Whoever wants secrets must be allowed everything. */
function requireRedaction({ roles }: Call["access"], redact: boolean): void {
  if (!redact && !roles.has("admin")) throw new CortexError("forbidden", { detail: "An export without redaction needs the role admin." });
}

function exportRoute({ portable, clock }: Pick<RecallApiServices, "portable" | "clock">): Route {
  return userRoute({
    method: "POST", path: "/v1/export", summary: "Memories and turns by creation and id, as a stream; secrets are redacted", tag: TAG, role: "read", user: "known", streams: true,
    body: exportRequest,
    answers: { 200: { description: "JSON Lines, a JSON array, or CSV", contents: { [jsonl]: exportLine, [json]: z.array(exportRecord), [csv]: z.string() } } },
    handle: async (call) => {
      const { body, access } = call;
      requireRedaction(access, body.redact);
      const records = portable.export(asNamedOf(call), body);
      return { body: null, contentType: `${EXPORT_TYPES[body.format]}; charset=utf-8`, stream: exportText(records, { request: body, exportedAt: clock.now() }) };
    },
  });
}

function importRoute({ portable }: Pick<RecallApiServices, "portable">): Route {
  return userRoute({
    method: "POST", path: "/v1/import", summary: "Takes what an export gave, or lines like it; all of them are checked first", tag: TAG, role: "write", user: "new",
    query: importQuery, lines: { contents: { [jsonl]: importLine, "application/jsonl": importLine }, limitBytes: MAX_IMPORT_BYTES },
    answers: { 200: { description: "What became of the lines", schema: importResponse } },
    errors: ["revision_conflict"],
    handle: async ({ query, bytes, access, namespaces }) => {
      const allows = (namespace: string): boolean => access.namespaces?.includes(namespace) ?? true;
      return { body: await portable.import({ query, bytes, namespace: namespaces[0], allows }) };
    },
  });
}
