import { loadConfig } from "@memory-cortex/config";
import type { CortexConfig } from "@memory-cortex/config";

import { addressOf } from "../client/find-service.ts";

/**
 * The address that a command line has to carry, because a program that is started elsewhere would not find it: what this shell's environment
 * says, and the data folder alone does not. Null when the data folder says it.
 */
export function carriedAddress(url: string | undefined, config: CortexConfig): string | null {
  const wanted = addressOf(url === undefined ? {} : { url }, config).url;
  const alone = loadConfig({ environment: { CORTEX_HOME: config.home } }).config;
  return addressOf({}, alone).url === wanted ? null : wanted;
}
