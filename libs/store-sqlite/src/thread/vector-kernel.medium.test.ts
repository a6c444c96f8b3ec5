import { readFileSync } from "node:fs";

import { expect, it } from "vitest";
import startWabt from "wabt";

const read = (name: string): Buffer => readFileSync(new URL(name, import.meta.url));

it("vector-kernel.wasm is what vector-kernel.wat says", async () => {
  const wabt = await startWabt();
  const { buffer } = wabt.parseWat("vector-kernel.wat", read("./vector-kernel.wat").toString("utf8"), { simd: true }).toBinary({});
  expect(Buffer.from(buffer).equals(read("./vector-kernel.wasm"))).toBe(true);
});
