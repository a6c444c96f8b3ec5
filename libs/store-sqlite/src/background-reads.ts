/**
 * Reads of which the work is large and nobody waits for: what jobs look for and read, totals, who is there. They have a thread of their own that
 * gives way to others, so that no recall waits behind them. Small ones that a decision waits for under a user's lock are no such reads: they go
 * where recalls go, behind these (`patient`).
 */
const BACKGROUND = new Set([
  "users", "recentUsers", "stats", "spaces", "openWindows", "openTurns", "unembedded", "embeddableTexts", "improvableWindows",
  "findEntities", "listEntities", "llmUsage", "exportPage", "closeExports", "unfinishedImports",
]);

export const isBackground = (name: string): boolean => BACKGROUND.has(name);
