import { createHash } from "node:crypto";

export interface Prefixes {
  queryPrefix: string;
  documentPrefix: string;
}

interface Habit extends Prefixes {
  /** Start of the model's name, without its owner. */
  model: string;
  dimension: number | null;
}

const NONE: Prefixes = { queryPrefix: "", documentPrefix: "" };
const PASSAGES = "Represent this sentence for searching relevant passages: ";
const QWEN = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:";

/** How models were trained to be asked, from their model cards. The first entry whose name begins the model's name counts. */
const HABITS: readonly Habit[] = [
  { model: "nomic-embed-text", dimension: 768, queryPrefix: "search_query: ", documentPrefix: "search_document: " },
  { model: "mxbai-embed-large", dimension: 1024, queryPrefix: PASSAGES, documentPrefix: "" },
  { model: "snowflake-arctic-embed2", dimension: 1024, queryPrefix: "query: ", documentPrefix: "" },
  { model: "embeddinggemma", dimension: 768, queryPrefix: "task: search result | query: ", documentPrefix: "title: none | text: " },
  { model: "qwen3-embedding", dimension: null, queryPrefix: QWEN, documentPrefix: "" },
  { model: "multilingual-e5-large-instruct", dimension: 1024, queryPrefix: QWEN, documentPrefix: "" },
  { model: "multilingual-e5", dimension: null, queryPrefix: "query: ", documentPrefix: "passage: " },
  { model: "e5-", dimension: null, queryPrefix: "query: ", documentPrefix: "passage: " },
  { model: "all-minilm", dimension: 384, ...NONE },
  { model: "bge-m3", dimension: 1024, ...NONE },
  { model: "text-embedding-3-small", dimension: 1536, ...NONE },
  { model: "text-embedding-3-large", dimension: 3072, ...NONE },
  { model: "text-embedding-ada-002", dimension: 1536, ...NONE },
];

function habitOf(model: string): Habit | undefined {
  const name = (model.split("/").at(-1) ?? model).toLowerCase();
  return HABITS.find((habit) => name.startsWith(habit.model));
}

/** Prefixes of a model by its name, each of which the configuration may override (an empty string means none). */
export function prefixesOf(model: string, overrides: { queryPrefix?: string | undefined; documentPrefix?: string | undefined }): Prefixes {
  const habit = habitOf(model) ?? NONE;
  return { queryPrefix: overrides.queryPrefix ?? habit.queryPrefix, documentPrefix: overrides.documentPrefix ?? habit.documentPrefix };
}

/** Length of a model's vectors by its name, null when it is not known. */
export function dimensionOf(model: string): number | null {
  return habitOf(model)?.dimension ?? null;
}

/** Name of a model with its prefixes folded in: other prefixes make other vectors, which must not be compared. */
export function identifyModel(model: string, { queryPrefix, documentPrefix }: Prefixes): string {
  if (queryPrefix === "" && documentPrefix === "") return model;
  const digest = createHash("sha256").update(JSON.stringify([queryPrefix, documentPrefix])).digest("hex");
  return `${model}+${digest.slice(0, 8)}`;
}
