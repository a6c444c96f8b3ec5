import { expect, test } from "vitest";

import { openclawVariables } from "./openclaw.ts";

test("OpenClaw's own variables say where its files are, with ~ for the home folder", () => {
  expect(openclawVariables({ HOME: "/home/ann", OPENCLAW_STATE_DIR: "~/claw", OPENCLAW_CONFIG_PATH: "/etc/claw.json5", PATH: "/bin:/usr/bin" })).toEqual({
    home: "/home/ann", stateFolder: "/home/ann/claw", configFile: "/etc/claw.json5", profile: null, gatewayToken: null, isManaged: false, commandFolders: ["/bin", "/usr/bin"],
  });
});

test("another home counts for everything below it", () => {
  expect(openclawVariables({ HOME: "/home/ann", OPENCLAW_HOME: "~/svc", OPENCLAW_STATE_DIR: "~/claw" })).toMatchObject({ home: "/home/ann/svc", stateFolder: "/home/ann/svc/claw" });
});

test("blank values are none", () => {
  expect(openclawVariables({ HOME: "/home/ann", OPENCLAW_STATE_DIR: " ", OPENCLAW_CONFIG_PATH: "undefined", OPENCLAW_PROFILE: "null" })).toMatchObject({ stateFolder: null, configFile: null, profile: null });
});
