import { entityKey } from "@memory-cortex/text";

import type { UserDatabase } from "./user-database.ts";

interface EntityRow {
  id: string;
  eid: number;
  namespace: string;
  type: string;
}

const UNTOLD = "concept";

/**
 * Puts new names into the index of their parts: all at once, for FTS5 writes to the disk at the end of each statement that a trigger makes, which
 * took five times as long. Before any of them is deleted: a trigger takes names out.
 */
export function indexNames(database: UserDatabase): void {
  database.run("INSERT INTO name_index (rowid, key) SELECT id, key FROM alias WHERE id > (SELECT coalesce(max(id), 0) FROM name_index_docsize)");
}

/** Entities and their names as one commit reads and adds to them: those that it names by an id that is stored are read at once, in two reads. */
export class EntityNames {
  readonly #database: UserDatabase;
  readonly #byId: Map<string, EntityRow>;
  /** Id of each alias by its key, by entity. */
  readonly #aliases = new Map<number, Map<string, number>>();

  /** @param ids of entities that the commit speaks of, stored or not */
  constructor(database: UserDatabase, ids: readonly string[]) {
    this.#database = database;
    const rows = database.all<EntityRow>("SELECT id, eid, namespace, type FROM entity WHERE id IN (SELECT value FROM json_each(@ids))", { ids: JSON.stringify([...new Set(ids)]) });
    this.#byId = new Map(rows.map((row) => [row.id, row]));
    this.#read(rows.map(({ eid }) => eid));
  }

  stored(id: string): Readonly<EntityRow> | undefined {
    return this.#byId.get(id);
  }

  /** A new one, as it was inserted. */
  add(row: EntityRow): void {
    this.#byId.set(row.id, row);
    this.#aliases.set(row.eid, new Map());
  }

  /** What kind of thing it is was not known before. */
  tell(id: string, type: string): void {
    const row = this.#byId.get(id);
    if (row?.type !== UNTOLD) return;
    this.#database.run("UPDATE entity SET type = @type WHERE eid = @eid", { eid: row.eid, type });
    row.type = type;
  }

  /** Names as they were learnt first stay. Gives the ids of all of them, without names that have no key. */
  learn(entity: number, names: readonly string[]): number[] {
    const aliases = this.aliasesOf(entity);
    for (const name of names) {
      const key = entityKey(name);
      if (key !== "" && !aliases.has(key)) aliases.set(key, this.#database.insert("INSERT INTO alias (entity, key, name) VALUES (@entity, @key, @name)", { entity, key, name }));
    }
    return names.map((name) => aliases.get(entityKey(name))).filter((alias) => alias !== undefined);
  }

  aliasesOf(entity: number): Map<string, number> {
    if (!this.#aliases.has(entity)) this.#read([entity]);
    return this.#aliases.get(entity)!;
  }

  #read(entities: readonly number[]): void {
    for (const entity of entities) this.#aliases.set(entity, new Map());
    const rows: [id: number, entity: number, key: string][] = this.#database.tuples(
      "SELECT a.id, a.entity, a.key FROM json_each(@entities) e CROSS JOIN alias a ON a.entity = e.value", { entities: JSON.stringify(entities) },
    );
    for (const [id, entity, key] of rows) this.#aliases.get(entity)!.set(key, id);
  }
}
