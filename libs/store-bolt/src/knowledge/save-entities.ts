import type { Knowledge, StoredEntity, StoredName } from "@memory-cortex/store/rules";

import { createEntitiesQuery } from "../queries/create-entities.ts";
import { createMentionsQuery } from "../queries/create-mentions.ts";
import { createNamesQuery } from "../queries/create-names.ts";
import { deleteEntitiesQuery } from "../queries/delete-entities.ts";
import { deleteNamesQuery } from "../queries/delete-names.ts";
import { mergeEntitiesQuery } from "../queries/merge-entities.ts";
import { noteSourcesQuery } from "../queries/note-sources.ts";
import { updateEntitiesQuery } from "../queries/update-entities.ts";
import { keyOf } from "../records/keys.ts";
import { entityCode, mentionPlace } from "../records/mention-place.ts";
import { changesOf } from "./changes-of.ts";
import { loadedIds } from "./working-set.ts";
import type { WorkingSet } from "./working-set.ts";

/** An entity before and after the write. */
interface Pair {
  before: StoredEntity | undefined;
  after: StoredEntity;
}

const added = (before: ReadonlySet<string> | undefined, after: ReadonlySet<string>): string[] => loadedIds(after).filter((id) => before?.has(id) !== true);

const nameOf = (entity: StoredEntity | undefined, key: string): StoredName | undefined => entity?.names.find((name) => name.key === key);

/** What of an entity is properties of its node; the count of its documents is told by its change, for they are not all loaded. */
const propertiesOf = ({ type, names }: StoredEntity): { type: string; nameKey: string } => ({ type, nameKey: names[0]!.key });

/** The rows of every statement, made of the difference. */
class EntityChanges {
  readonly created: object[] = [];
  readonly changed: object[] = [];
  readonly names: object[] = [];
  readonly lostNames: string[] = [];
  readonly mentions: object[] = [];
  readonly sources: object[] = [];
  readonly merges: object[] = [];
  readonly #set: WorkingSet;

  constructor(set: WorkingSet) {
    this.#set = set;
  }

  key(...parts: string[]): string {
    return keyOf(this.#set.call.realm.userId, ...parts);
  }

  add(pair: Pair): void {
    const { before, after } = pair;
    const key = this.key(after.id);
    const documents = added(before?.documents, after.documents);
    for (const id of documents) this.mentions.push({ document: this.key(id), entity: key, place: mentionPlace(key, this.#set.mentionFields(id)) });
    const { id, namespace, serial, createdAt } = after;
    if (before === undefined) this.created.push({ key, code: entityCode(key), id, namespace, serial, createdAt, documents: documents.length, ...propertiesOf(after) });
    else {
      const lost = loadedIds(before.documents).filter((each) => !after.documents.has(each));
      const changes = changesOf(propertiesOf(before), propertiesOf(after));
      const count = documents.length - lost.length;
      if (Object.keys(changes).length > 0 || count !== 0) this.changed.push({ key, changes, count });
    }
    if ((before?.mergedInto ?? null) !== after.mergedInto) this.merges.push({ key, into: after.mergedInto === null ? null : this.key(after.mergedInto) });
    this.#addNames(pair);
  }

  #addNames({ before, after }: Pair): void {
    let position = this.#set.namePositions.get(after.id) ?? 1;
    for (const { key: nameKey, name, sources } of after.names) {
      const [key, known] = [this.key(after.id, nameKey), nameOf(before, nameKey)];
      if (known === undefined) this.names.push({ key, entity: this.key(after.id), nameKey, name, position: position++ });
      const documents = added(known?.sources, sources).map((id) => this.key(id));
      if (documents.length > 0) this.sources.push({ name: key, documents });
    }
    for (const { key: nameKey } of before?.names ?? []) if (nameOf(after, nameKey) === undefined) this.lostNames.push(this.key(after.id, nameKey));
  }
}

/** Entities with their names, mentions and merges. Documents that are new have been written before. */
export async function saveEntities(set: WorkingSet, before: Knowledge): Promise<void> {
  const { knowledge, call } = set;
  const changes = new EntityChanges(set);
  for (const after of knowledge.entities.values()) changes.add({ before: before.entities.get(after.id), after });
  const gone = [...before.entities.keys()].filter((id) => !knowledge.entities.has(id)).map((id) => changes.key(id));
  const { transaction } = call;
  await Promise.all([
    changes.created.length > 0 && transaction.run(createEntitiesQuery, { rows: changes.created }),
    changes.changed.length > 0 && transaction.run(updateEntitiesQuery, { rows: changes.changed }),
    changes.names.length > 0 && transaction.run(createNamesQuery, { rows: changes.names }),
    changes.mentions.length > 0 && transaction.run(createMentionsQuery, { rows: changes.mentions }),
    changes.sources.length > 0 && transaction.run(noteSourcesQuery, { rows: changes.sources }),
    changes.lostNames.length > 0 && transaction.run(deleteNamesQuery, { keys: changes.lostNames }),
    changes.merges.length > 0 && transaction.run(mergeEntitiesQuery, { rows: changes.merges }),
    gone.length > 0 && transaction.run(deleteEntitiesQuery, { keys: gone }),
  ]);
}
