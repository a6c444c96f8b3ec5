/** Names beyond this stand in pasted material; what its author says stands at the beginning. Characters. */
const MOST_READ = 6_000;

const FENCED = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))/gmu;
const NOT_PROSE = /`[^`\n]*`|\[redacted:[^\]\n]*\]|\[image:|\[[^\]\n]{1,40}\](?!\()|\bhttps?:\/\/\S+|\bwww\.\S+|\S+@\S+\.\S+|(?<![\p{L}\p{N}])(?:~?\/|[A-Z]:\\|\.{1,2}\/)[^\s"']+|[$@#]\w+|\b\w+\([^)\n]*\)|<\/?[a-z][^>\n]*>/gu;
const CODE_LINE = /^(?:\t| {4,}|\s*(?:import|from|def|class|const|let|var|function|return|public|private|SELECT|INSERT|CREATE|UPDATE|DELETE|#include|\$|>>>)\s).*$|^.*(?:[{};]|=>|\):)[ \t]*$/gmu;
const LABEL = /\*\*[^*\n]{1,80}\*\*:?|^[ \t]*#{1,6}\s[^\n]*$/gmu;

/**
 * A text without what no name may be taken from: code, addresses, paths, secrets taken out earlier, markup, headings and bold labels.
 * What is left out becomes a full stop, so that the words around it do not grow together. The first 6,000 characters.
 */
export function readableProse(text: string): string {
  const read = text.length > MOST_READ ? text.slice(0, MOST_READ).toWellFormed() : text;
  const prose = read.includes("```") || read.includes("~~~") ? read.replace(FENCED, ".\n") : read;
  const lines = /[{};()$]|^\s{4}|^(?:import|from|SELECT)\b/mu.test(prose) ? prose.replace(CODE_LINE, ".") : prose;
  const bare = lines.includes("**") || lines.includes("#") ? lines.replace(LABEL, ".") : lines;
  return /[`[/@#$<(\\]|www/u.test(bare) ? bare.replace(NOT_PROSE, (piece) => (piece.startsWith("[image") ? ". " : ".")) : bare;
}
