import type { HostApi } from "../host/host-api.ts";
import type { Plugin } from "../plugin.ts";
import { classifyPaths } from "./classify-paths.ts";
import type { PathsToClassify } from "./classify-paths.ts";
import { createCoreProfile } from "./core-profile.ts";
import { flushPlan } from "./flush-plan.ts";
import type { FlushQuestion } from "./flush-plan.ts";
import { createHitBook } from "./hit-book.ts";
import { guidance } from "./prompt-section.ts";
import type { PromptQuestion } from "./prompt-section.ts";
import { recordedOrigin } from "./recorded-origin.ts";
import { createSearchManager } from "./search-manager.ts";
import { hooksAllowed, realmOfSession } from "./session-scope.ts";
import { workspaceIndexOf } from "./workspace-index.ts";
import type { WorkspaceIndex } from "./workspace-index.ts";

const STATUS_MS = 1_500;

interface ManagerParams {
  cfg?: unknown;
  agentId: string;
  purpose?: "default" | "status" | "cli";
}

/** Registers the memory capability: what fills the host's memory slot beside the tools. Safe to call any number of times. */
export function registerRuntime(api: HostApi, plugin: Plugin): void {
  const index = workspaceIndexOf(plugin);
  const configNow = (): unknown => api.runtime?.config?.current?.() ?? api.config;
  const carriesProfile = (): boolean => !hooksAllowed(configNow(), api.id);
  const profile = createCoreProfile(plugin);
  const surelyGoesOn = unpausedSessions(plugin);
  const prepares = typeof api.registerMemoryPromptPreparation === "function";
  const promptBuilder = (question: PromptQuestion): string[] => {
    const lines = guidance(question, !carriesProfile() && plugin.config.autoRecall);
    // Where the host can wait for lines, the preparation below carries the profile; elsewhere what is known from the turn before.
    if (prepares || !carriesProfile() || !plugin.config.autoRecall) return lines;
    const { agentId, agentSessionKey } = question;
    const realm = realmOfSession(plugin, { agentId, sessionKey: agentSessionKey, config: configNow() });
    if (realm === null || !surelyGoesOn(agentSessionKey)) return lines;
    void profile.fresh(realm, STATUS_MS);
    return [...lines, ...(profile.cached(realm) ?? [])];
  };
  const capability = { promptBuilder, flushPlanResolver: (question: FlushQuestion = {}) => flushPlan(question, plugin.now), runtime: runtimeOf(api, plugin, index), deterministicRecallToolName: "memory_search", supportsPrivateTranscriptRecall: false };
  if (api.registerMemoryCapability !== undefined) api.registerMemoryCapability(capability);
  else api.registerMemoryPromptSection?.(promptBuilder);
  api.registerMemoryPromptPreparation?.(async (question: PromptQuestion) => prepare(question));

  async function prepare(question: PromptQuestion): Promise<readonly string[]> {
    if (!carriesProfile() || !plugin.config.autoRecall || (await plugin.state.isPaused(question.agentSessionKey))) return [];
    const realm = realmOfSession(plugin, { agentId: question.agentId, sessionKey: question.agentSessionKey, config: configNow() });
    return realm === null ? [] : profile.fresh(realm, plugin.config.recallTimeoutMs);
  }
}

const MOST_SESSIONS = 1_000;

/** Whether a session is known not to be paused, as of the last time it was asked about: a prompt builder cannot wait for a file. */
function unpausedSessions(plugin: Plugin): (sessionKey: string | undefined) => boolean {
  const known = new Map<string | undefined, boolean>();
  return (sessionKey) => {
    if (known.size > MOST_SESSIONS) known.clear();
    void plugin.state.isPaused(sessionKey).then((isPaused) => known.set(sessionKey, !isPaused), () => known.delete(sessionKey));
    return known.get(sessionKey) === true;
  };
}

function runtimeOf(api: HostApi, plugin: Plugin, index: WorkspaceIndex): Record<string, unknown> {
  const book = createHitBook();
  return {
    getMemorySearchManager: async ({ cfg, agentId, purpose = "default" }: ManagerParams) => {
      const startedAt = plugin.now();
      const config = cfg ?? api.config;
      const forOperator = purpose !== "default";
      const manager = createSearchManager({
        plugin, index, book, agentId, workspace: workspaceOf(api, { config, agentId }),
        realmFor: (sessionKey) => realmOfSession(plugin, { agentId, sessionKey, config, forOperator: forOperator && sessionKey === undefined }),
      });
      if (forOperator) await manager.refresh(STATUS_MS);
      return { manager, debug: { backend: "builtin", purpose, managerMs: plugin.now() - startedAt } };
    },
    resolveMemoryBackendConfig: () => ({ backend: "builtin" as const }),
    authorizeSearchHits: async ({ cfg, agentId, requesterSessionKey, hits }: { cfg?: unknown; agentId: string; requesterSessionKey?: string; hits: readonly { path?: unknown }[] }) => {
      const realm = realmOfSession(plugin, { agentId, sessionKey: requesterSessionKey, config: cfg ?? api.config });
      return realm === null ? [] : book.allowed(hits, realm);
    },
    supportsWorkspaceMemoryReadSources: true as const,
    classifyWorkspaceMemoryPaths: async (params: PathsToClassify) => classifyPaths(params, recordedOrigin),
    closeMemorySearchManager: async () => undefined,
    closeAllMemorySearchManagers: async () => undefined,
  };
}

function workspaceOf(api: HostApi, { config, agentId }: { config: unknown; agentId: string }): string | null {
  try {
    const folder = api.runtime?.agent?.resolveAgentWorkspaceDir?.(config, agentId);
    return typeof folder === "string" && folder.trim() !== "" ? folder : null;
  } catch (error) {
    api.logger.debug?.(`memory-cortex: the host named no workspace for ${agentId}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
