import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { installRuntime, prepareStaticModel, prepareTransformerModel } from "@memory-cortex/embedding";
import type { PreparedModel } from "@memory-cortex/embedding";
import { findNeo4jClassPath } from "@memory-cortex/testing/servers";

import { CLAUDE_CODE, CODEX, prepareHost } from "../hosts/prepare-hosts.ts";
import { prepareOpenclaw } from "../openclaw/prepare-openclaw.ts";
import { prepareRedis } from "../redis/prepare-redis.ts";
import { prepareDeployPrograms } from "./deploy-programs.ts";
import type { Prerequisite } from "./excuse-skipped.ts";

const NAMES = { static: "the static model", transformer: "the transformer", pip: "Python 3 with pip", ollama: "an Ollama", neo4j: "a Neo4j (Java and Maven)", containers: "a container engine", redis: "a Redis", conversations: "the conversations of the fit" };

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Installs and prepares the transformer for tests (once; a later run finds it). Null, or why it cannot be had here. */
async function prepareTransformer(root: string): Promise<string | null> {
  const given = process.env["CORTEX_TRANSFORMER_HOME"];
  const home = given === undefined || given === "" ? join(root, ".cortex") : given;
  try {
    console.log("Preparing the transformer (150 MB are fetched the first time)…");
    await installRuntime({ home });
    const prepared = await prepareTransformerModel({ home });
    if ("missing" in prepared) return prepared.failed.map(({ way, problem }) => `${way}: ${problem}`).join("; ");
    process.env["CORTEX_TRANSFORMER_HOME"] = home;
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Finds or fetches the model that tests use (once; a later run finds it), and tells the tests where it is. */
async function prepareModel(root: string): Promise<PreparedModel> {
  const folder = process.env["CORTEX_MODEL_FOLDER"];
  let said = "";
  const progress = ({ way, file }: { way: string; file: string }): void => {
    const line = `Preparing the static model (${way}: ${file})…`;
    if (line !== said && way !== "prepared") console.log(line);
    said = line;
  };
  const prepared = await prepareStaticModel({ home: join(root, ".cortex"), folder: folder === "" ? undefined : folder, progress }).catch(
    (error: unknown): PreparedModel => ({ missing: "", failed: [{ way: "prepared", problem: reasonOf(error) }] }),
  );
  if ("folder" in prepared) process.env["CORTEX_MODEL_FOLDER"] = prepared.folder;
  return prepared;
}

/** Fetches the jars of the Neo4j for tests (once; a later run finds them). Null, or why they cannot be had here. */
async function prepareNeo4j(): Promise<string | null> {
  console.log("Preparing the Neo4j for tests (150 MB are fetched the first time)…");
  const found = await findNeo4jClassPath();
  return "missing" in found ? found.missing : null;
}

/**
 * Gets ready what tests with real parts need, and tells what cannot be had here. That the real pip brings the model is known where it
 * has just done so; elsewhere it may be out of reach, so its test may be skipped.
 */
export async function preparePrerequisites(root: string): Promise<Prerequisite[]> {
  const prepared = await prepareModel(root);
  const withoutTransformer = await prepareTransformer(root);
  const withoutRedis = await prepareRedis(root);
  const why = prepared.failed.map(({ way, problem }) => `${way}: ${problem}`).join("; ");
  const pip = spawnSync("python3", ["-m", "pip", "--version"], { stdio: "ignore" }).status === 0;
  const broughtByPip = "folder" in prepared && prepared.how === "pip";
  const ollama = ["CORTEX_TEST_OLLAMA_URL", "CORTEX_TEST_OLLAMA_MODEL", "CORTEX_TEST_OLLAMA_CHAT_MODEL"].every((variable) => process.env[variable] !== undefined);
  const engine = spawnSync("docker", ["info"], { stdio: "ignore", timeout: 20_000 }).status === 0;
  return [
    { what: NAMES.neo4j, tests: /on a real Neo4j/, missing: await prepareNeo4j() },
    { what: NAMES.containers, tests: /on a real Memgraph/, missing: engine ? null : "`docker info` finds none" },
    { what: NAMES.static, tests: /with the (real|static) model/, missing: "folder" in prepared ? null : `it could not be prepared (${why})` },
    { what: NAMES.transformer, tests: /with the transformer/, missing: withoutTransformer === null ? null : `it could not be prepared (${withoutTransformer})` },
    { what: NAMES.pip, tests: /: the real pip /, missing: broughtByPip ? null : pip ? "it may be out of its reach here" : "there is none" },
    { what: NAMES.redis, tests: /on a real Redis/, missing: withoutRedis },
    { what: NAMES.ollama, tests: /the (Ollama embedder|Ollama driver|OpenAI-compatible driver) on a real server/, missing: ollama ? null : "node tools/ollama/with-ollama.ts runs the tests with one" },
    { what: NAMES.conversations, tests: /conversations of CORTEX_BENCH_DATA/, missing: process.env["CORTEX_BENCH_DATA"] === undefined ? "CORTEX_BENCH_DATA names no folder of them" : null },
    ...prepareDeployPrograms(root),
  ];
}

/** Installs OpenClaw for the tests that need it, and for no others: it is large. */
export function openclawPrerequisite(root: string): Prerequisite {
  return { what: "OpenClaw", tests: /^tools\/openclaw\//, missing: prepareOpenclaw(root) };
}

/** Installs the hosts that are programs of their own, for the tests that need them. */
export function hostPrerequisites(root: string): Prerequisite[] {
  return [
    { what: "Claude Code", tests: /^tools\/hosts\/claude-code\./, missing: prepareHost(root, CLAUDE_CODE) },
    { what: "Codex", tests: /^tools\/hosts\/codex\./, missing: prepareHost(root, CODEX) },
  ];
}
