import { CortexClientError } from "@memory-cortex/client";
import { describe, expect, it } from "vitest";

import { createServiceWatch, troubleOf } from "./service-watch.ts";

const URL = "http://127.0.0.1:8300";
const failure = (code: string, status = 0): CortexClientError => new CortexClientError({ code, status, detail: "It failed.", fix: "Fix it." });

function watched() {
  const warnings: string[] = [];
  const infos: string[] = [];
  let time = 0;
  const watch = createServiceWatch({ url: URL, now: () => time, log: () => ({ warn: (line) => void warnings.push(line), info: (line) => void infos.push(line), error: () => undefined }) });
  return { watch, warnings, infos, pass: (milliseconds: number) => void (time += milliseconds) };
}

describe("troubleOf", () => {
  it.each([
    ["not_running", /No Memory Cortex service answers/, /cortex up/],
    ["timeout", /too slow/, /cortex doctor/],
    ["aborted", /too slow/, /cortex doctor/],
    ["unauthorized", /refuses the token/, /config\.token/],
    ["forbidden", /may not/, /roles/],
    ["not_ours", /is no Memory Cortex/, /config\.url/],
    ["http_404", /version/, /Update both/],
    ["wrong_version", /version/, /Update both/],
    ["store_unavailable", /store_unavailable/, /Fix it/],
  ])("says what %s means and what helps", (code, sentence, fix) => {
    const trouble = troubleOf(failure(code), URL);
    expect(trouble.sentence).toMatch(sentence);
    expect(trouble.fix).toMatch(fix);
  });
});

describe("service watch", () => {
  it("warns once while the service is away, with the fix, and says when it is back", () => {
    const { watch, warnings, infos } = watched();
    watch.failed(failure("not_running"));
    watch.failed(failure("not_running"));
    watch.failed(failure("timeout"));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("cortex up");
    watch.answered();
    watch.answered();
    expect(infos).toHaveLength(1);
  });

  it("does not fill the log when a service answers half of the time", () => {
    const { watch, warnings, pass } = watched();
    for (let index = 0; index < 50; index += 1) {
      watch.failed(failure("timeout"));
      watch.answered();
      pass(1_000);
    }
    expect(warnings).toHaveLength(1);
    pass(10 * 60_000);
    watch.failed(failure("timeout"));
    expect(warnings).toHaveLength(2);
  });

  it("warns of another trouble once the first is over", () => {
    const { watch, warnings } = watched();
    watch.failed(failure("not_running"));
    watch.answered();
    watch.failed(failure("unauthorized", 401));
    expect(warnings).toHaveLength(2);
  });
});
