import { entityGetTool, entitySearchTool } from "./entity-tools.ts";
import { explainTool } from "./explain-tool.ts";
import { forgetTool } from "./forget-tool.ts";
import { recallTool } from "./recall-tool.ts";
import { rememberTool } from "./remember-tool.ts";
import { searchTool } from "./search-tool.ts";
import { statsTool } from "./stats-tool.ts";
import { timelineTool } from "./timeline-tool.ts";
import type { MemoryTool } from "./tool.ts";

/** Every tool, those that are used most first: some hosts show models only the first of a server. */
export const TOOLS: readonly MemoryTool[] = [recallTool, rememberTool, searchTool, forgetTool, timelineTool, entitySearchTool, entityGetTool, explainTool, statsTool];
