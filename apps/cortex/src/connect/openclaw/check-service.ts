import type { CortexClient } from "@memory-cortex/client";

import { serviceClient } from "../../client/service-client.ts";
import type { ServiceAddress } from "../../client/service-client.ts";
import { failed, passed, warned } from "../../doctor/check.ts";
import type { CheckResult } from "../../doctor/check.ts";
import { toProblem } from "../../problem.ts";
import type { Problem } from "../../problem.ts";
import { VERSION } from "../../version.ts";

const NAME = "service";
/** A preview makes its user, so it is refused for those alone whom the token is not for. */
const NOT_FOR_THEM = new Set(["unknown_user", "not_found"]);
/** Somebody else than the owner, and where the plugin keeps what they say. */
const STRANGER = { user_id: "sender:telegram:0", namespace: "untrusted" };

const attempt = (work: Promise<unknown>): Promise<Problem | null> => work.then(() => null, (error: unknown) => toProblem(error));

/** The first two numbers; the plugin and the service have to agree in them. */
const line = (version: string): string => version.split(".").slice(0, 2).join(".");

async function checkVersion(client: CortexClient): Promise<CheckResult> {
  const document = (await client.openApi().catch(() => null)) as { info?: { version?: string } } | null;
  const version = document?.info?.version;
  if (version === undefined) return warned(NAME, "It does not tell its version.", "Check that the address is that of a Memory Cortex service.");
  if (line(version) === line(VERSION)) return passed(NAME, `It answers at ${client.url}, version ${version}.`);
  return failed(NAME, `The service has version ${version}, the plugin would have ${VERSION}.`, "Update the older one, then run `cortex connect openclaw` again.");
}

async function checkToken(client: CortexClient, userId: string): Promise<CheckResult> {
  const preview = (whose: { user_id: string; namespace?: string }): Promise<Problem | null> => attempt(client.previewCapture({ ...whose, session_id: "openclaw", messages: [{ role: "user", content: "Good morning." }] }));
  const read = await attempt(client.search({ user_id: userId, query: "openclaw", limit: 1 }));
  // Nothing of this user is known yet: what follows tells more.
  if (read !== null && read.code !== "unknown_user") return refused(read, "read");
  const written = await preview({ user_id: userId });
  if (written !== null && NOT_FOR_THEM.has(written.code)) return failed("token", `The token is not for ${userId}.`, "Use a token with the roles read and write, for all users.");
  if (written !== null) return refused(written, "write");
  const elsewhere = await preview(STRANGER);
  if (elsewhere === null) return passed("token", "Reading and writing are allowed.");
  return warned("token", `The token is for ${userId} alone, or for some namespaces: what others write to the agent, and groups, is neither kept nor recalled.`, "Use a token with the roles read and write, for all users.");
}

function refused({ code, message, fix }: Problem, role: "read" | "write"): CheckResult {
  if (code === "unauthorized") return failed("token", "The service does not know the token.", "Run `cortex connect openclaw --token TOKEN` with one of the service's tokens (CORTEX_TOKENS).");
  if (code === "forbidden") return failed("token", `The token may not ${role} here.`, "Use a token with the roles read and write, for all users.");
  return failed("token", message, fix ?? "Run `cortex doctor`.");
}

/** Whether the service answers, is of the plugin's version, and lets the plugin read and write. Writes nothing. */
export async function checkService(address: ServiceAddress & { userId: string }): Promise<CheckResult[]> {
  const client = serviceClient(address);
  const down = await attempt(client.alive());
  if (down !== null) return [failed(NAME, down.message, down.fix ?? "Start it with `cortex up`.")];
  return [await checkVersion(client), await checkToken(client, address.userId)];
}
