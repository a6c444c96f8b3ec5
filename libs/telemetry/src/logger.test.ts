import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { correlated } from "./correlation.ts";
import { createLogger } from "./logger.ts";

function capture(): { lines: Record<string, unknown>[]; raw: string[]; destination: { write: (line: string) => void } } {
  const raw: string[] = [];
  return { raw, destination: { write: (line) => void raw.push(line) }, get lines() { return raw.map((line) => JSON.parse(line) as Record<string, unknown>); } };
}

describe("createLogger", () => {
  it("withholds secrets and what people said, at any of three depths", () => {
    const output = capture();
    const log = createLogger({ level: "info", destination: output.destination });
    const said = "my dentist is on Friday";
    log.info({ text: said, turn: { content: said }, request: { body: { messages: [said] }, headers: { authorization: "Bearer abc" } }, token: "abc" }, "ingest");
    expect(output.raw.join("")).not.toMatch(/dentist|abc/);
    expect(output.lines[0]).toMatchObject({ msg: "ingest", text: "[withheld]" });
  });

  it("writes code and detail of our errors, and no message of others", () => {
    const output = capture();
    const log = createLogger({ level: "info", destination: output.destination });
    log.error({ err: new CortexError("store_unavailable", { cause: new SyntaxError("Unexpected token in 'my dentist'") }) });
    log.error({ err: new TypeError("my dentist is not a function") });
    log.error(new TypeError("my dentist is not a function"));
    expect(output.raw.join("")).not.toContain("dentist");
    expect(output.lines[0]).toMatchObject({ err: { code: "store_unavailable", cause: { name: "SyntaxError" } } });
    for (const line of output.lines.slice(1)) expect(line).toMatchObject({ msg: "failed", err: { name: "TypeError", stack: expect.stringContaining("at ") } });
  });

  it("writes nothing under its level", () => {
    const output = capture();
    createLogger({ level: "warn", destination: output.destination }).info("quiet");
    expect(output.raw).toEqual([]);
  });

  it("writes the ids of the request and the job around a line, and the process that writes", async () => {
    const output = capture();
    const log = createLogger({ level: "info", destination: output.destination, process: "worker" });
    await correlated({ requestId: "r-1" }, () => correlated({ jobId: "j-1" }, async () => {
      await Promise.resolve();
      log.info({ job: "capture" }, "job");
    }));
    log.info("outside");
    expect(output.lines).toMatchObject([{ process: "worker", requestId: "r-1", jobId: "j-1", job: "capture" }, { process: "worker" }]);
    expect(output.lines[1]).not.toHaveProperty("requestId");
  });
});
