/** The tools of this plugin, as the manifest's `contracts.tools` lists them (a test keeps both equal). */
export const TOOL_NAMES = [
  "memory_recall",
  "memory_store",
  "memory_forget",
  "memory_list",
  "memory_stats",
  "memory_export",
  "memory_import",
  "memory_search",
  "memory_get",
] as const;

export type ToolName = (typeof TOOL_NAMES)[number];
