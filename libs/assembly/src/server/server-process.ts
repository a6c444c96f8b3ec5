import type { Route, RouteShape } from "@memory-cortex/http";
import type { Queue } from "@memory-cortex/queue";
import type { Store } from "@memory-cortex/store";
import type { Health } from "@memory-cortex/telemetry";

import type { LlmCalls } from "../models/llm-calls.ts";
import type { Base } from "../running/base.ts";
import type { OpenParts } from "../running/open-parts.ts";
import type { Models } from "./open-models.ts";
import type { SharedQueue } from "./server-drivers.ts";

/** What a process of the server shape is put together from. */
export interface ServerProcess {
  base: Base;
  /** What the process opens, in that order; the queue and the server are closed before it. */
  open: OpenParts;
  /** Calls fail while Redis is away. Jobs know the request that caused them. */
  queue: Queue;
  shared: SharedQueue;
  health: Health;
  /** Opens the database in the background, once; calls fail while it is away. `opened` resolves when it was there for the first time. */
  openStore(): { store: Store; opened: Promise<void> };
  /** Opens embedders and language models in the background, once. */
  openModels(store: Store): { models: Promise<Models>; calls: LlmCalls };
}

/** What a process does, once it is put together. */
export interface Serving {
  routes: readonly Route[];
  /** Needed where a route names a user. */
  store?: Store;
  /** Routes that other processes behind the same address serve. */
  alsoDocumented?: readonly RouteShape[];
  /** Goes on beside the server, from when it listens. A rejection ends the process. */
  beside?: () => Promise<unknown>;
}
