import { EXIT } from "../exit-codes.ts";
import { Problem } from "../problem.ts";

/** A model as a person names it on the command line. */
export type ModelName = { kind: "static" } | { kind: "minilm" } | { kind: "ollama"; model: string };

/** Reads `static`, `minilm` or `ollama:MODEL`. Throws a usage problem that names them. */
export function parseModelName(given: string): ModelName {
  if (given === "static" || given === "minilm") return { kind: given };
  const [, model] = /^ollama:([\w./:-]+)$/u.exec(given) ?? [];
  if (model !== undefined) return { kind: "ollama", model };
  throw new Problem(`There is no model "${given.slice(0, 60)}".`, { code: "usage", fix: "Name static, minilm, or ollama:MODEL (a model that the Ollama server has).", exitCode: EXIT.usage });
}
