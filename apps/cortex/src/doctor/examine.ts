import { stat } from "node:fs/promises";

import { loadConfig } from "@memory-cortex/config";
import type { CortexConfig } from "@memory-cortex/config";
import { CortexError, systemClock } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { openSqliteStore } from "@memory-cortex/store-sqlite";

import { localUrl } from "../client/find-service.ts";
import type { Progress } from "../terminal/progress.ts";
import { checkDatabases } from "./check-databases.ts";
import { checkDisk, checkHome } from "./check-home.ts";
import { checkLanguageModels } from "./check-language-models.ts";
import { checkModels } from "./check-models.ts";
import { checkNode } from "./check-node.ts";
import { checkPort, portHolder } from "./check-port.ts";
import { checkOpenWork, checkReadiness } from "./check-work.ts";
import { failed, passed, warned } from "./check.ts";
import type { CheckResult } from "./check.ts";

function checkConfig(): { config: CortexConfig | null; results: CheckResult[] } {
  try {
    const { config, warnings, file } = loadConfig();
    const source = file === null ? "Environment and defaults." : `${file}, environment and defaults.`;
    return { config, results: [passed("configuration", source), ...warnings.map((warning) => warned("configuration", warning, "Correct its name, or remove it."))] };
  } catch (error) {
    if (!CortexError.isInstance(error)) throw error;
    return { config: null, results: [failed("configuration", error.detail, error.fix)] };
  }
}

/** Opens the store beside a service that may be running: for reading only, without its lock. */
async function withStore(home: string, examine: (store: Store) => Promise<CheckResult[]>): Promise<CheckResult[]> {
  const there = await stat(home).then((status) => status.isDirectory(), () => false);
  if (!there) return [passed("databases", "There are none yet.")];
  const store = await openSqliteStore({ home, clock: systemClock, readers: 1, lock: false });
  try {
    return await examine(store);
  } catch (error) {
    if (CortexError.isInstance(error)) return [failed("databases", `${error.detail}.`, error.fix)];
    throw error;
  } finally {
    await store.close();
  }
}

/** Every check, in the order in which a person would look. Works whether or not the service runs. */
export async function examine(progress: Progress): Promise<CheckResult[]> {
  const { config, results } = checkConfig();
  const found = [checkNode(process.versions.node), ...results];
  if (config === null) return found;
  found.push(await checkHome(config.home), await checkDisk(config.home));
  const url = localUrl(config);
  const holder = await portHolder(url);
  found.push(checkPort(url, holder), ...(await checkModels(config)), ...(await checkLanguageModels(config)));
  const running = holder === "ours";
  const ofStore = await withStore(config.home, async (store) => {
    const databases = await checkDatabases(store, config.home, progress);
    return running ? databases : [...databases, await checkOpenWork(store, await store.users())];
  });
  return [...found, ...ofStore, ...(running ? await checkReadiness(url) : [])];
}
