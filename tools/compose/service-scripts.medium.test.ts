import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { exampleVariables, readCompose } from "./read-compose.ts";

/** Memgraph and Ollama cannot be started here: what the shell hands to them is what is looked at. */
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "cortex-scripts-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function program(name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe("what Memgraph is started with", () => {
  function start(variables: ReadonlyMap<string, string>): string[] {
    const { entrypoint = [], command: [script = ""] = [], environment } = readCompose(variables).services["memgraph"]!;
    const recorder = program("memgraph", `cat "$MEMGRAPH_PASSFILE" > ${folder}/seen; printf '%s\\n' "$@"`);
    const moved = script.replace("/usr/lib/memgraph/memgraph", recorder).replaceAll("/run/secrets", folder).replaceAll("/tmp/passfile", join(folder, "passfile"));
    const { status, stdout } = spawnSync(entrypoint[0]!, [...entrypoint.slice(1), moved], { encoding: "utf8", env: { PATH: process.env["PATH"], ...environment } });
    expect(status).toBe(0);
    return stdout.trim().split("\n");
  }

  it("its user and password, in a file for itself alone", () => {
    writeFileSync(join(folder, "bolt_password"), "0123456789abcdef\n");
    start(exampleVariables());
    expect(readFileSync(join(folder, "seen"), "utf8")).toBe("cortex:0123456789abcdef");
  });

  it("flags that each have a value, and less memory than its container", () => {
    writeFileSync(join(folder, "bolt_password"), "x");
    const flags = start(new Map([...exampleVariables(), ["MEMGRAPH_MEMORY_MIB", "2000"]]));
    expect(flags.filter((flag) => !/^--[a-z-]+=[\w/.-]*$/.test(flag))).toEqual([]);
    expect(new Set(flags.map((flag) => flag.split("=")[0])).size).toBe(flags.length);
    expect(flags).toContain("--memory-limit=1700");
  });
});

describe("the first start of Ollama", () => {
  function pull(models: string): string {
    const { entrypoint = [], command: [script = ""] = [], environment } = readCompose(new Map([...exampleVariables(), ["OLLAMA_MODELS_TO_PULL", models]])).services["ollama-pull"]!;
    mkdirSync(join(folder, "models"), { recursive: true });
    program("ollama", `case "$1" in show) test -e ${folder}/models/"$2";; pull) touch ${folder}/models/"$2"; echo "pulled from $OLLAMA_HOST";; esac`);
    const { status, stdout } = spawnSync(entrypoint[0]!, [...entrypoint.slice(1), script], { encoding: "utf8", env: { ...environment, PATH: `${folder}:${process.env["PATH"] ?? ""}` } });
    expect(status).toBe(0);
    return stdout;
  }

  it("pulls each model once, from the Ollama beside it, and says so", () => {
    const said = pull("nomic-embed-text qwen3:4b");
    expect(said).toContain("Pulling nomic-embed-text, once");
    expect(said).toContain("pulled from http://ollama:11434");
    expect(existsSync(join(folder, "models", "qwen3:4b"))).toBe(true);
    expect(pull("nomic-embed-text qwen3:4b")).toBe("nomic-embed-text is here.\nqwen3:4b is here.\n");
  });
});
