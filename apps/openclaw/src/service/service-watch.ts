import { CortexClientError } from "@memory-cortex/client";

import type { HostLogger } from "../host/host-api.ts";
import type { ServiceWatch, Trouble } from "../plugin.ts";

/** A service that answers half of the time must not fill the log: the same trouble is told again after so long at the earliest. */
const AGAIN_AFTER_MS = 10 * 60_000;

interface Fix {
  sentence: string;
  fix: string;
}

const KNOWN: Readonly<Record<string, (url: string) => Fix>> = {
  not_running: (url) => ({ sentence: `No Memory Cortex service answers at ${url}.`, fix: "Start it with `cortex up`, or set plugins.entries.memory-cortex.config.url to where it runs." }),
  connection_lost: (url) => ({ sentence: `The connection to the Memory Cortex service at ${url} broke.`, fix: "Run `cortex doctor` on its machine." }),
  timeout: (url) => ({ sentence: `The Memory Cortex service at ${url} is too slow.`, fix: "Run `cortex doctor` on its machine; for a service far away, raise recallTimeoutMs." }),
  unauthorized: () => ({ sentence: "The Memory Cortex service refuses the token.", fix: "Set plugins.entries.memory-cortex.config.token to a token of the service (`cortex connect openclaw` does it)." }),
  forbidden: () => ({ sentence: "The token may not do what the plugin asks for.", fix: "Give the plugin a token with the roles read and write that is not tied to other users or namespaces." }),
  not_ours: (url) => ({ sentence: `What answers at ${url} is no Memory Cortex service.`, fix: "Check plugins.entries.memory-cortex.config.url." }),
  wrong_version: (url) => ({ sentence: `The Memory Cortex service at ${url} is of a version that this plugin does not know.`, fix: "Update both to one version: the service, and the plugin with `cortex connect openclaw`." }),
};

/** Codes that tell of a route or a field that the other side does not know. */
const OTHER_VERSION = new Set(["not_found", "http_404", "http_405", "method_not_allowed", "not_supported", "wrong_version"]);

/** What a failed call means for a person who runs the plugin; never the text of a conversation. */
export function troubleOf(error: unknown, url: string): Trouble {
  if (!CortexClientError.isInstance(error)) {
    return { code: "plugin_failed", sentence: `The Memory Cortex plugin failed: ${error instanceof Error ? error.message : String(error)}`, fix: "Please report it." };
  }
  const code = OTHER_VERSION.has(error.code) ? "wrong_version" : error.code === "aborted" ? "timeout" : error.code;
  const known = KNOWN[code]?.(url);
  return { code, ...(known ?? { sentence: `The Memory Cortex service answered ${error.code}: ${error.detail}`, fix: error.fix || "Run `cortex doctor`." }) };
}

export function createServiceWatch({ url, log, now }: { url: string; log: () => HostLogger; now: () => number }): ServiceWatch {
  const toldAt = new Map<string, number>();
  let down: "no" | "told" | "untold" = "no";
  return {
    failed: (error) => {
      const trouble = troubleOf(error, url);
      if (down !== "no") return trouble;
      const isNew = now() - (toldAt.get(trouble.code) ?? -Infinity) >= AGAIN_AFTER_MS;
      down = isNew ? "told" : "untold";
      if (isNew) {
        toldAt.set(trouble.code, now());
        log().warn(`memory-cortex: ${trouble.sentence} Answers go on without memories, and conversations are kept until it is back. ${trouble.fix}`);
      }
      return trouble;
    },
    answered: () => {
      if (down === "told") log().info("memory-cortex: the service answers again.");
      down = "no";
    },
  };
}
