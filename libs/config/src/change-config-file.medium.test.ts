import { lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { changeConfigFile } from "./change-config-file.ts";
import { loadConfig } from "./load-config.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "change-config-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const home = () => join(folder, "home");
const file = () => join(home(), "config.json");
const words = { embedders: [] };

describe("changeConfigFile", () => {
  it("makes the file in the data folder, for its owner alone, as it is read", () => {
    const environment = { CORTEX_HOME: home() };
    expect(changeConfigFile(words, environment)).toEqual({ file: file(), overriddenBy: [] });
    expect(statSync(file()).mode & 0o077).toBe(0);
    expect(loadConfig({ environment }).config.embedders).toEqual([]);
    expect(readdirSync(home())).toEqual(["config.json"]);
  });

  it("keeps everything else, also what it does not know", () => {
    mkdirSync(home());
    writeFileSync(file(), JSON.stringify({ port: 9_000, later: { a: 1 }, embedders: [{ kind: "static" }] }));
    changeConfigFile(words, { CORTEX_HOME: home() });
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({ port: 9_000, later: { a: 1 }, embedders: [] });
  });

  it("writes what a link points to, and keeps the link", () => {
    const [real, link] = [join(folder, "real.json"), join(folder, "link.json")];
    writeFileSync(real, '{"port": 9000}');
    symlinkSync(real, link);
    changeConfigFile(words, { CORTEX_CONFIG: link });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, "utf8"))).toEqual({ port: 9_000, embedders: [] });
  });

  it("writes the file that CORTEX_CONFIG names, and says which variables win over it", () => {
    const named = join(folder, "named.json");
    expect(changeConfigFile(words, { CORTEX_CONFIG: named, CORTEX_EMBEDDERS: '[{"kind": "static"}]' })).toEqual({ file: named, overriddenBy: ["CORTEX_EMBEDDERS"] });
  });

  it.each(["[1]", "{ not json"])("leaves a file alone that is no object: %s", (content) => {
    mkdirSync(home());
    writeFileSync(file(), content);
    expect(() => changeConfigFile(words, { CORTEX_HOME: home() })).toThrow(expect.objectContaining({ code: "config_invalid" }));
    expect(readFileSync(file(), "utf8")).toBe(content);
  });

  it("refuses a value that could not be read again", () => {
    expect(() => changeConfigFile({ port: -1 }, { CORTEX_HOME: home() })).toThrow(expect.objectContaining({ code: "config_invalid" }));
  });

  it("says when it cannot be written", () => {
    writeFileSync(home(), "a file where the folder should be");
    expect(() => changeConfigFile(words, { CORTEX_HOME: home() })).toThrow(expect.objectContaining({ code: "home_unwritable" }));
  });
});
