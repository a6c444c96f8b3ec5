import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const POM = fileURLToPath(new URL("neo4j/pom.xml", import.meta.url));
const CACHE = fileURLToPath(new URL("../../../../node_modules/.cache/neo4j-test-server", import.meta.url));
const PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";
/** The first time about 150 MB are fetched. */
const MAVEN_LIMIT_MS = 600_000;

/** Where the jars are, or why they cannot be had here, in one line that says how to get them. */
export type Neo4jClassPath = { classPath: string } | { missing: string };

/** Runs a program to its end: null, or what went wrong. */
function run(program: string, given: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, given, { stdio: ["ignore", "pipe", "pipe"], timeout: MAVEN_LIMIT_MS, killSignal: "SIGKILL" });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-800)));
    child.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ENOENT" ? `there is no ${program}` : error.message));
    child.once("close", (code, signal) => resolve(code === 0 ? null : `${program} ended with ${signal ?? code}: ${said.trim().replaceAll(/\s+/g, " ")}`));
  });
}

/** The class path that an earlier run left, when all of its jars are still there. */
function kept(file: string): string | null {
  if (!existsSync(file)) return null;
  const classPath = readFileSync(file, "utf8").trim();
  return classPath.split(delimiter).every((jar) => existsSync(jar)) ? classPath : null;
}

/** One process asks Maven at a time, because two of them write the same files; one that died with the lock is waited for no longer than it could run. */
async function locked<Result>(work: () => Promise<Result>): Promise<Result> {
  const lock = join(CACHE, "lock");
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      break;
    } catch {
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
      if (since !== undefined && Date.now() - since > MAVEN_LIMIT_MS) rmSync(lock, { force: true });
      await wait(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

async function resolveByMaven(file: string): Promise<Neo4jClassPath> {
  const found = kept(file);
  if (found !== null) return { classPath: found };
  const part = `${file}.${process.pid}`;
  const problem = await run("mvn", ["-B", "-ntp", "-q", "-f", POM, PLUGIN, `-Dmdep.outputFile=${part}`]);
  if (problem !== null) return { missing: `${problem}; install Maven 3.8 or newer and let it reach a Maven repository` };
  renameSync(part, file);
  return { classPath: readFileSync(file, "utf8").trim() };
}

/**
 * The class path of the test server. Maven runs only when the pom has changed or a jar is gone; what it found is kept under `node_modules/.cache`, so that
 * later starts take no time for it.
 */
export async function findNeo4jClassPath(): Promise<Neo4jClassPath> {
  // The server's main class is compiled as it starts, which a mere runtime cannot.
  const java = await run("java", ["--describe-module", "jdk.compiler"]);
  if (java !== null) return { missing: `${java}; install a JDK of version 17 or 21` };
  mkdirSync(CACHE, { recursive: true });
  const file = join(CACHE, `${createHash("sha256").update(readFileSync(POM)).digest("hex").slice(0, 16)}.txt`);
  const found = kept(file);
  return found === null ? locked(() => resolveByMaven(file)) : { classPath: found };
}
