import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../compose/read-compose.ts";

export interface TokenEntry {
  token: string;
  roles: string[];
  users?: string[];
  namespaces?: string[];
}

export interface Secrets {
  /** Stands for `/run/secrets`: a file for each secret, under the name that the compose file gives it. */
  folder: string;
  /** The token of agents. */
  token: string;
  redisPassword: string;
}

/** Secrets as `deploy/prepare.sh` writes them, below a folder; tokens of single users go behind its own. */
export function prepareSecrets(folder: string, tokens: readonly TokenEntry[]): Secrets {
  mkdirSync(join(folder, "deploy"), { recursive: true });
  for (const file of [".env.example", "deploy/prepare.sh"]) copyFileSync(join(ROOT, file), join(folder, file));
  const { status, stderr } = spawnSync("sh", ["deploy/prepare.sh"], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`deploy/prepare.sh failed: ${stderr}`);
  const secrets = join(folder, "secrets");
  // Compose mounts a secret under its name, whatever the file is called.
  renameSync(join(secrets, "tokens.json"), join(secrets, "tokens"));
  const written = JSON.parse(readFileSync(join(secrets, "tokens"), "utf8")) as TokenEntry[];
  writeFileSync(join(secrets, "tokens"), JSON.stringify([...written, ...tokens]));
  const redisPassword = /:([^:@]+)@/.exec(readFileSync(join(secrets, "redis_url"), "utf8"))?.[1] ?? "";
  return { folder: secrets, token: written[0]!.token, redisPassword };
}
