import { createSender } from "./capture/sender.ts";
import type { Sender } from "./capture/sender.ts";
import { createSpool } from "./capture/spool.ts";
import type { Spool } from "./capture/spool.ts";
import { createKnownTurns } from "./isolation/known-turns.ts";
import type { KnownTurns } from "./isolation/known-turns.ts";
import type { Plugin, Receipts, ServiceWatch } from "./plugin.ts";
import { createReceipts } from "./receipts/receipt-file.ts";
import { createToldLately } from "./recall/told-lately.ts";
import type { ToldLately } from "./recall/told-lately.ts";
import { createServiceWatch } from "./service/service-watch.ts";
import { createPauses } from "./state/pauses.ts";
import type { Pauses } from "./state/pauses.ts";
import { createSeenHooks } from "./state/seen-hooks.ts";
import type { SeenHooks } from "./state/seen-hooks.ts";

/** One of each for a process and a state folder, however often the host registers the plugin; each registration brings its configuration. */
export interface Shared {
  readonly folder: string;
  readonly known: KnownTurns;
  readonly spool: Spool;
  readonly sender: Sender;
  readonly receipts: Receipts;
  readonly toldLately: ToldLately;
  readonly pauses: Pauses;
  readonly hooks: SeenHooks;
  /** One for each address, so that a trouble is told once however often the plugin is registered. */
  watch(url: string): ServiceWatch;
  /** Says a sentence about the configuration once. */
  complain(sentence: string): void;
  /** The plugin of the latest registration. */
  plugin: Plugin;
}

interface Registry {
  /** By folder; `code` tells which load of this module made it. */
  readonly entries: Map<string, { shared: Shared; code: symbol }>;
}

const REGISTRY = Symbol.for("memory-cortex.openclaw");
/** The host loads a changed plugin anew in the same process: what older code made is ended, its state lies on the disk. */
const CODE = Symbol("this load of the plugin");

/** What is shared in this process; made when asked for the first time. */
export function sharedIn(folder: string, plugin: () => Plugin): Shared {
  const holder = globalThis as { [REGISTRY]?: Registry };
  const { entries } = (holder[REGISTRY] ??= { entries: new Map() });
  const before = entries.get(folder);
  if (before?.code === CODE) return before.shared;
  before?.shared.sender.stop();
  const shared = createShared(folder, plugin());
  entries.set(folder, { shared, code: CODE });
  return shared;
}

function createShared(folder: string, plugin: Plugin): Shared {
  const log = (sentence: string): void => shared.plugin.log.warn(`memory-cortex: ${sentence}`);
  const now = (): number => shared.plugin.now();
  const spool = createSpool({ folder, limits: () => shared.plugin.config, log });
  const receipts = createReceipts({ folder, kept: () => shared.plugin.config.receiptsKept, log });
  const sender = createSender({
    spool, folder, now,
    current: () => {
      const { client, config, service, log: logger } = shared.plugin;
      return { client, timeoutMs: config.captureTimeoutMs, service, log: logger };
    },
    onSent: ({ id }) => receipts.sent(id),
  });
  const watches = new Map<string, ServiceWatch>();
  const complaints = new Set<string>();
  const shared: Shared = {
    watch: (url) => {
      const watch = watches.get(url) ?? createServiceWatch({ url, log: () => shared.plugin.log, now });
      watches.set(url, watch);
      return watch;
    },
    complain: (sentence) => {
      if (!complaints.has(sentence)) log(sentence);
      complaints.add(sentence);
    },
    folder, spool, sender, receipts, plugin, known: createKnownTurns(),
    toldLately: createToldLately({ folder, log, now }), pauses: createPauses({ folder, log }), hooks: createSeenHooks({ folder, log, now }),
  };
  return shared;
}
