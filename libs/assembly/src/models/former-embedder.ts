import type { CortexConfig } from "@memory-cortex/config";
import { createEmbedder, prepareStaticModel, TRANSFORMER_VECTORS } from "@memory-cortex/embedding";
import type { Embedder, EmbedderConfig, SpaceOrigin } from "@memory-cortex/embedding";
import { CortexError } from "@memory-cortex/models";

/** What separates a model's name from the mark of its prefixes in the identity of a space. */
const PREFIX_MARK = /\+[0-9a-f]{8}$/;

/** An embedder that is opened when it is first asked, for a model that may never be asked again. */
function openedLate(identity: Embedder["identity"], open: () => Promise<Embedder>): Embedder {
  let opening: Promise<Embedder> | null = null;
  const opened = async (): Promise<Embedder> => {
    const embedder = await (opening ??= open());
    const { model, dimension } = embedder.identity;
    // Other prefixes or another revision make other vectors: better no leg than wrong distances.
    if (model !== identity.model || dimension !== identity.dimension) throw new CortexError("model_missing");
    return embedder;
  };
  return {
    identity,
    embed: async (texts, options) => (await opened()).embed(texts, options),
    ping: async (signal) => (await opened()).ping(signal),
    close: async () => (opening === null ? undefined : (await opening.catch(() => null))?.close()),
  };
}

/**
 * The embedder of a model that the configuration named before, so that its vectors serve until those of the new model are whole: the
 * same server with the former model's name, or the static table in its folder. Null when there is no telling where it was.
 */
export function formerEmbedder(config: CortexConfig, home: string, space: SpaceOrigin): Embedder | null {
  const { embedder: name, model, dimension } = space;
  const identity = { name, model, dimension, queryPrefix: "", documentPrefix: "", weighted: false };
  const configured = config.embedders.find((embedder) => embedder.name === name);
  if (configured !== undefined && (configured.kind === "ollama" || configured.kind === "openai")) {
    const former: EmbedderConfig = { ...configured, model: model.replace(PREFIX_MARK, ""), dimension };
    return openedLate(identity, () => createEmbedder(former));
  }
  // The transformer leaves with its name: its vectors are dropped by the next embed job, and are of no other model.
  if (configured !== undefined || model === TRANSFORMER_VECTORS) return null;
  return openedLate({ ...identity, weighted: true }, async () => {
    const prepared = await prepareStaticModel({ home, folder: config.modelFolder, download: false });
    if ("missing" in prepared) throw new CortexError("model_missing");
    return createEmbedder({ kind: "static", name, folder: prepared.folder });
  });
}
