import type { OpenWindow } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { improvableWindowsQuery, openWindowsQuery } from "../queries/open-windows.ts";

export function openWindows({ transaction }: BoltCall): Promise<OpenWindow[]> {
  return transaction.run<OpenWindow>(openWindowsQuery);
}

export function improvableWindows({ transaction }: BoltCall, { limit }: { limit: number }): Promise<OpenWindow[]> {
  return transaction.run<OpenWindow>(improvableWindowsQuery, { limit });
}
