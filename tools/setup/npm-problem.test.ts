import { expect, test } from "vitest";
import { npmProblem } from "./npm-problem.mjs";

const where = { folder: "/clone", log: "/clone/npm.log" };

test.each([
  ["npm error code ENOTFOUND\nnpm error network request to https://registry.example/zod failed, reason: getaddrinfo ENOTFOUND registry.example", "No network"],
  ["npm error code EAI_AGAIN\nnpm error syscall getaddrinfo", "No network"],
  ["npm ERR! code ECONNREFUSED", "No network"],
  ["npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\nnpm error code ENOENT", "The disk is full"],
  ["npm error code ENOSPC\nnpm error syscall write", "The disk is full"],
  ["npm error code EACCES\nnpm error syscall mkdir\nnpm error path /clone/node_modules", "npm may not write"],
  ["npm error code EROFS", "npm may not write"],
  ["npm error code EUSAGE\nnpm error `npm ci` can only install packages when your package.json and package-lock.json are in sync.", "package.json and package-lock.json do not agree"],
  ["npm error code SELF_SIGNED_CERT_IN_CHAIN", "certificate is not trusted"],
  ["npm error code E403\nnpm error 403 Forbidden", "registry refuses access"],
  ["npm error code EINTEGRITY", "does not match its checksum"],
  ["npm error code EWHATEVER", "(npm says EWHATEVER)"],
  ["", "Installing packages failed"],
])("names the cause of %j", (output, words) => {
  const line = npmProblem(output, where);
  expect(line).toContain(words);
  expect(line).toContain("npm's output: /clone/npm.log");
  expect(line).not.toContain("\n");
});

test("does not promise a log that could not be kept", () => {
  expect(npmProblem("npm error code ENOSPC", { ...where, log: null })).not.toContain("output:");
});
