import { setTimeout as wait } from "node:timers/promises";

import { CortexError } from "@memory-cortex/models";

import { forwardTo } from "./forward-to.ts";

/** Nobody waits longer for a process that has just started than he would for a slow answer. */
const PATIENCE_MS = 1_000;

/** A service that needs the models: its calls wait for them, a second at most, and then fail with `starting`. For services that are methods only. */
export function lateService<Service extends object>(opening: Promise<Service>): Service {
  let opened: Service | null = null;
  opening.then((service) => (opened = service), () => undefined);
  const late = async (): Promise<never> => {
    await wait(PATIENCE_MS, undefined, { ref: false });
    throw new CortexError("starting", { detail: "Models are being prepared." });
  };
  return forwardTo(() => opened ?? Promise.race([opening, late()]));
}
