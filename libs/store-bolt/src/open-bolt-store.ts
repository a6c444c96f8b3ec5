import type { Clock } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import neo4j from "neo4j-driver";
import type { Driver } from "neo4j-driver";

import { createBoltStore } from "./bolt-store.ts";
import { Connection, mappingErrors } from "./connection/connection.ts";
import { dialectOf } from "./dialects/dialect-of.ts";
import { migrate } from "./migrations/migrate.ts";
import type { MigrationObserver } from "./migrations/migrate.ts";

export interface BoltStoreOptions {
  /** bolt://host:7687, or bolt+s:// with a certificate. */
  url: string;
  /** Neither: a server without authentication. */
  username?: string | undefined;
  password?: string | undefined;
  clock: Clock;
  onMigration?: MigrationObserver | undefined;
}

const CONNECTION_LIMITS = { connectionTimeout: 5_000, connectionAcquisitionTimeout: 10_000, maxConnectionPoolSize: 100 };

function driverFor({ url, username, password }: BoltStoreOptions): Driver {
  const token = username === undefined || username === "" ? undefined : neo4j.auth.basic(username, password ?? "");
  // All our whole numbers are safe integers, so they may come as plain numbers.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the driver declares its settings as a class that cannot be made
  return neo4j.driver(url, token, { disableLosslessIntegers: true, telemetryDisabled: true, userAgent: "memory-cortex", ...CONNECTION_LIMITS });
}

/** A connection to the server, which tells by its name what it is. Throws `store_unavailable` when it cannot be reached. */
export async function connect(options: BoltStoreOptions): Promise<Connection> {
  return mappingErrors(async () => {
    const driver = driverFor(options);
    try {
      const { agent } = await driver.getServerInfo();
      return new Connection({ driver, dialect: dialectOf(agent ?? ""), clock: options.clock });
    } catch (error) {
      await driver.close();
      throw error;
    }
  });
}

/**
 * Opens the store of a Bolt server, Memgraph or Neo4j, and brings its schema up to date. Throws `store_unavailable` when the server cannot be
 * reached or refuses the password, `store_newer` when a newer program wrote the database.
 */
export async function openBoltStore(options: BoltStoreOptions): Promise<Store> {
  const connection = await connect(options);
  try {
    await migrate(connection, options.onMigration);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return createBoltStore(connection);
}
