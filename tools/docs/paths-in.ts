/** Where files of this repository lie; a typo in the rest of the path must be found. */
const TOP = /^(apps|libs|tools|docs|deploy|\.ci)\//;
/** A file with one of these endings is ours even when its first folder is misspelt; data files and media types are not. */
const SOURCE = /\.(ts|mjs|js|json|md|ya?ml|sh)$/;

/**
 * The repository paths that a Markdown page names in backticks: what has a slash and an extension, or ends with a slash.
 * Routes (`/v1/recall`), packages (`@memory-cortex/models`), patterns with a star, addresses and places under a variable
 * (`CORTEX_HOME/realms/`) are none. A trailing position (`file.ts:12`) is left off.
 */
export function pathsIn(markdown: string): string[] {
  const spans = [...withoutBlocks(markdown).matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span.replace(/:\d+$/, "").replace(/#.*$/, "").replace(/^\.\//, ""));
  return [...new Set(spans.filter(isPath))];
}

function isPath(span: string): boolean {
  if (!/^[\w.][\w.@/-]*$/.test(span) || !span.includes("/") || /^[A-Z_]+\//.test(span)) return false;
  return TOP.test(span) ? span.endsWith("/") || /\.\w+$/.test(span) : SOURCE.test(span);
}

/** Fenced blocks hold commands and answers, not references. */
function withoutBlocks(markdown: string): string {
  return markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
}
