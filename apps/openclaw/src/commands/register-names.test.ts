import { expect, it } from "vitest";

import type { HostApi } from "../host/host-api.ts";
import { plugin } from "../index.ts";

it("tells a host that only asks for names the name of its command, and touches nothing of its runtime", () => {
  const registered: unknown[] = [];
  const refuse = (): never => {
    throw new Error("the runtime is not available now");
  };
  const api = {
    id: plugin.id, registrationMode: "cli-metadata", logger: { info: refuse, warn: refuse, error: refuse }, on: refuse, registerTool: refuse,
    get runtime(): never {
      return refuse();
    },
    registerCli: (_registrar: unknown, options: unknown) => void registered.push(options),
  } as unknown as HostApi;
  plugin.register(api);
  expect(registered).toEqual([{ commands: ["cortex"], descriptors: [expect.objectContaining({ name: "cortex", hasSubcommands: true })] }]);
});
