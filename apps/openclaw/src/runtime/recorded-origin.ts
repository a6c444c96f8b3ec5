import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import type { OriginClass } from "./workspace-files.ts";

interface ProvenanceModule {
  readMemoryArtifactProvenance?: (file: { workspaceDir: string; relativePath: string }) => Promise<{ originClass?: OriginClass } | undefined>;
}

/** Part of the host: there is nothing to install, and a host that has no such part simply knows nothing. */
const HOST_MODULE = "openclaw/plugin-sdk/memory-core-host-runtime-core";

let asked: Promise<ProvenanceModule | null> | undefined;

/**
 * What the host itself recorded about who had a memory file written: a note that the agent wrote in a turn for a stranger is "untrusted" there, and
 * stays so here. Undefined where nothing is recorded, or the host keeps no such record.
 */
export async function recordedOrigin(file: { workspaceDir: string; relativePath: string }): Promise<OriginClass | undefined> {
  asked ??= hostModule();
  const recorded = await (await asked)?.readMemoryArtifactProvenance?.(file);
  return recorded?.originClass;
}

/** A plugin that lies elsewhere does not see the host's package beside it: then it is asked for from where the host was started. */
async function hostModule(): Promise<ProvenanceModule | null> {
  try {
    return (await import(HOST_MODULE)) as ProvenanceModule;
  } catch {
    return fromProgram(process.argv[1]);
  }
}

async function fromProgram(program: string | undefined): Promise<ProvenanceModule | null> {
  if (program === undefined) return null;
  try {
    const path = createRequire(realpathSync(program)).resolve(HOST_MODULE);
    return (await import(pathToFileURL(path).href)) as ProvenanceModule;
  } catch {
    return null;
  }
}
