import { failed, passed } from "./check.ts";
import type { CheckResult } from "./check.ts";

const OLDEST = 24;

/** The Node that runs this: type stripping and the prebuilt database need 24. */
export function checkNode(version: string): CheckResult {
  const major = Number(version.split(".")[0]);
  if (major >= OLDEST) return passed("node", `Node ${version}.`);
  return failed("node", `Node ${version} is too old: ${OLDEST} is needed.`, "Run `npm install` here, which brings Node 24, and start with `npm start` or `npx cortex`.");
}
