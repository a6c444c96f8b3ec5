import picocolors from "picocolors";
import { describe, expect, it } from "vitest";

import { runCli } from "./cli.ts";
import type { Terminal } from "./terminal/terminal.ts";

function captured(): { terminal: Terminal; said: string[]; noted: string[] } {
  const [said, noted]: [string[], string[]] = [[], []];
  const colours = picocolors.createColors(false);
  return { said, noted, terminal: { say: (line) => void said.push(line), note: (line) => void noted.push(line), colours, noteColours: colours, watched: false } };
}

const COMMANDS = ["up", "ingest", "recall", "remember", "explain", "stats", "doctor", "flush"];

describe("runCli", () => {
  it.each(COMMANDS)("%s has help with examples and --json", async (name) => {
    const { terminal, said } = captured();
    expect(await runCli([name, "--help"], terminal)).toBe(0);
    expect(said.join("\n")).toMatch(new RegExp(`--json[^]*Examples:[^]*cortex ${name}`));
  });

  it("lists every command and the exit codes", async () => {
    const { terminal, said } = captured();
    expect(await runCli(["--help"], terminal)).toBe(0);
    for (const name of COMMANDS) expect(said.join("\n")).toMatch(new RegExp(`^  ${name} `, "m"));
    expect(said.join("\n")).toContain("Exit codes: 0 done");
  });

  it.each([
    [["recall"]],
    [["dance"]],
    [["ingest"]],
    [["recall", "x", "y"]],
    [["recall", "x", "--limit", "0"]],
    [["recall", "x", "--limit", "1.5"]],
    [["remember", "x", "--type", "poem"]],
    [["remember", "x", "--importance", "2"]],
    [["up", "--port", "70000"]],
    [["--nonsense"]],
  ])("answers %j with 2 and a line beside the answer", async (parameters) => {
    const { terminal, said, noted } = captured();
    expect(await runCli(parameters, terminal)).toBe(2);
    expect(said).toEqual([]);
    expect(noted.join("\n")).toContain("error:");
  });

  it.each([[["recall", "--json"]], [["dance", "--json"]], [["recall", "x", "--limit", "0", "--json"]], [["--json"]]])("answers %j with 2 and the problem as JSON", async (parameters) => {
    const { terminal, said } = captured();
    expect(await runCli(parameters, terminal)).toBe(2);
    expect(JSON.parse(said.join("\n"))).toEqual({ error: { code: "usage", detail: expect.not.stringMatching(/^error:/), fix: expect.any(String) } });
  });

  it("shows its help when nothing is asked", async () => {
    const { terminal, said } = captured();
    expect(await runCli([], terminal)).toBe(2);
    expect(said.join("\n")).toContain("cortex");
  });
});
