import { expect, it } from "vitest";

import { ERROR_CATALOGUE } from "./catalogue.ts";
import { CortexError } from "./cortex-error.ts";

it("says what to do by the catalogue, unless this occurrence knows better", () => {
  expect(new CortexError("port_taken")).toMatchObject({ status: 500, retryable: false, title: "The port is taken", fix: ERROR_CATALOGUE.port_taken.fix });
  expect(new CortexError("port_taken", { detail: "8310 is taken.", fix: "Name another with --port." })).toMatchObject({ detail: "8310 is taken.", fix: "Name another with --port.", status: 500 });
});
