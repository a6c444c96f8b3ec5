import type { Realm } from "@memory-cortex/models";
import type { ExportedPage, TransferStore } from "@memory-cortex/store";

/** Some tens of milliseconds of a store, and some megabytes at most. */
const PAGE_RECORDS = 1_000;

/** The pages of a user behind a place, null for all. */
export async function* exportUser(store: Pick<TransferStore, "exportPage">, realm: Realm, from: string | null): AsyncGenerator<ExportedPage> {
  for (let after = from; ; ) {
    const page = await store.exportPage(realm, { after, limit: PAGE_RECORDS });
    yield page;
    if (page.next === null) return;
    after = page.next;
  }
}
