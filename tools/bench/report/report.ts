import { table } from "../table.ts";

/** A table with what it says above it; printed on the terminal and as Markdown. */
export interface ReportTable {
  title: string;
  /** What is needed to read it right: units, definitions. */
  note?: string;
  header: string[];
  rows: string[][];
  /** How many columns, from the left, hold text. */
  textColumns: number;
}

export function renderPlain(tables: readonly ReportTable[]): string {
  return tables.map(({ title, note, header, rows, textColumns }) => [title, ...(note === undefined ? [] : [note]), table(header, rows, textColumns)].join("\n")).join("\n\n");
}

export function renderMarkdown(tables: readonly ReportTable[], heading = "###"): string {
  return tables.map((entry) => [`${heading} ${entry.title}`, ...(entry.note === undefined ? [] : [entry.note]), markdownTable(entry)].join("\n\n")).join("\n\n");
}

function markdownTable({ header, rows, textColumns }: ReportTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.trim().replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = `|${header.map((_, column) => (column < textColumns ? "---|" : "---:|")).join("")}`;
  return [line(header), rule, ...rows.map(line)].join("\n");
}
