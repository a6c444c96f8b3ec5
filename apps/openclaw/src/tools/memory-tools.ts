import type { WorkspaceIndex } from "../runtime/workspace-index.ts";
import { memoryExportTool } from "./memory-export-tool.ts";
import { memoryForgetTool } from "./memory-forget-tool.ts";
import { memoryGetTool } from "./memory-get-tool.ts";
import { memoryImportTool } from "./memory-import-tool.ts";
import { memoryListTool } from "./memory-list-tool.ts";
import { memoryRecallTool } from "./memory-recall-tool.ts";
import { memorySearchTool } from "./memory-search-tool.ts";
import { memoryStatsTool } from "./memory-stats-tool.ts";
import { memoryStoreTool } from "./memory-store-tool.ts";
import type { Tool } from "./tool.ts";

/** All tools, in the order of {@link TOOL_NAMES}. */
export function memoryTools(index: WorkspaceIndex): Tool[] {
  return [
    memoryRecallTool,
    memoryStoreTool,
    memoryForgetTool,
    memoryListTool,
    memoryStatsTool,
    memoryExportTool,
    memoryImportTool,
    memorySearchTool(index),
    memoryGetTool,
  ];
}
