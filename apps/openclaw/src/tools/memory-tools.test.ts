import { describe, expect, it } from "vitest";

import manifest from "../../openclaw.plugin.json" with { type: "json" };
import { createWorkspaceIndex } from "../runtime/workspace-index.ts";
import { memoryTools } from "./memory-tools.ts";
import { toolPluginMetadata } from "./tool-plugin-metadata.ts";
import { TOOL_NAMES } from "./tool-names.ts";

const tools = memoryTools(createWorkspaceIndex());

/** What each tool is for, which has to be there when a host shows the first 60 characters only. */
const KEY_WORDS: Record<string, RegExp> = {
  memory_recall: /^Recall .*(facts|decisions).*preferences/, memory_store: /^Store a fact, preference, decision/, memory_forget: /^Forget .*memory/, memory_list: /^List stored memories/,
  memory_stats: /^Count .*memory/, memory_export: /^Export memories to a file/, memory_import: /^Import memories from a file/, memory_search: /^Search memory files/, memory_get: /^Read lines of MEMORY\.md/,
};

describe("the tools", () => {
  it("are those that the manifest promises, in one order", () => {
    expect(tools.map(({ name }) => name)).toEqual([...TOOL_NAMES]);
    expect(manifest.contracts.tools).toEqual([...TOOL_NAMES]);
    expect(Object.keys(manifest.toolMetadata).toSorted()).toEqual([...TOOL_NAMES].toSorted());
  });

  it.each(tools)("$name says in its first 60 characters what it is for, and then when to use it", ({ name, description }) => {
    expect(description.slice(0, 60)).toMatch(KEY_WORDS[name]!);
    expect(description).toMatch(/\b[Uu]se it\b|To answer a question/);
  });

  it.each(tools)("$name describes each of its parameters", ({ parameters }) => {
    expect(parameters["type"]).toBe("object");
    for (const property of Object.values(parameters["properties"] as Record<string, { description?: string }>)) expect(property.description).toMatch(/\.$/);
  });

  it("names no parameter by which a model could choose whose memory it is", () => {
    for (const { parameters } of tools) expect(Object.keys(parameters["properties"] as object)).not.toEqual(expect.arrayContaining([expect.stringMatching(/user|realm|sender|namespace|agent|session/i)]));
  });

  it("gives the host's validation what the manifest says", () => {
    const metadata = toolPluginMetadata(manifest);
    expect({ id: metadata.id, name: metadata.name, description: metadata.description, configSchema: metadata.configSchema, activation: metadata.activation }).toEqual({
      id: manifest.id, name: manifest.name, description: manifest.description, configSchema: manifest.configSchema, activation: manifest.activation,
    });
    expect(metadata.tools.map(({ name }) => name)).toEqual(manifest.contracts.tools);
  });
});
