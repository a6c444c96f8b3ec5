import { TokenTally } from "@memory-cortex/embedding";
import type { Embedder } from "@memory-cortex/embedding";
import { CortexError } from "@memory-cortex/models";
import type { Clock, Realm } from "@memory-cortex/models";
import type { Space, Store } from "@memory-cortex/store";

/** Texts read and counted at once: a page on its way to the thread that counts is small. */
const TEXTS_AT_A_TIME = 256;

export interface CreateSpace {
  realm: Realm;
  embedder: Embedder;
  signal: AbortSignal;
  /** Called after every page of texts. */
  meanwhile?: () => Promise<void>;
}

/** Makes an empty space of the embedder's model; a weighted one rests on the token counts of all texts there are now. Null without texts. */
export async function createSpace({ store, clock }: { store: Store; clock: Clock }, { realm, embedder, signal, meanwhile }: CreateSpace): Promise<Space | null> {
  const { name, model, dimension, weighted } = embedder.identity;
  // Not the counts of every page: of a million texts they take some 300 MB.
  const tally = new TokenTally();
  let documentsAtStart = 0;
  for (let after: string | null = null; ; ) {
    if (signal.aborted) throw new CortexError("aborted");
    const page = await store.embeddableTexts(realm, { after, limit: TEXTS_AT_A_TIME }, { signal });
    documentsAtStart += page.length;
    if (weighted && embedder.countTokens) tally.add(await embedder.countTokens(page.map(({ text }) => text)));
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
    await meanwhile?.();
  }
  if (documentsAtStart === 0) return null;
  return store.createSpace(realm, { embedder: name, model, dimension, weighting: weighted ? tally.weighting() : null, documentsAtStart, createdAt: clock.now() }, { signal });
}
