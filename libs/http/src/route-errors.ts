import { ERROR_CATALOGUE } from "@memory-cortex/models";
import type { ErrorCode } from "@memory-cortex/models";

import type { RouteShape } from "./route.ts";

const FOR_EVERY_ROUTE: readonly ErrorCode[] = ["malformed_request", "forbidden_host", "forbidden_origin", "internal"];
const FOR_BODIES: readonly ErrorCode[] = ["malformed_json", "too_deep", "too_large", "unsupported_media_type"];
const FOR_LINES: readonly ErrorCode[] = ["too_large", "unsupported_media_type", "import_invalid"];
const FOR_MEMORY: readonly ErrorCode[] = ["not_found", "starting", "store_unavailable", "store_corrupt", "store_newer", "disk_full", "timeout"];
const FOR_KEYS: readonly ErrorCode[] = ["invalid_fields", "idempotency_mismatch", "idempotency_in_flight"];

/** Every code that a route may answer, from its shape and its own list, by status. */
export function errorsByStatus(route: RouteShape): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>([
    ...FOR_EVERY_ROUTE,
    ...(route.unlimited === true ? [] : (["rate_limited"] as const)),
    ...(route.role === "public" ? [] : (["unauthorized", "forbidden"] as const)),
    ...(route.body === undefined ? [] : FOR_BODIES),
    ...(route.lines === undefined ? [] : FOR_LINES),
    ...(route.body === undefined && route.query === undefined && route.params === undefined ? [] : (["invalid_fields"] as const)),
    ...(route.user === "none" ? [] : [...FOR_MEMORY, "unknown_user" as const]),
    ...(route.user !== "none" && route.errorStyle === "legacy" ? (["missing_user"] as const) : []),
    ...(route.user !== "none" && route.method === "POST" && route.streams !== true ? FOR_KEYS : []),
    ...(route.errors ?? []),
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERROR_CATALOGUE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}
