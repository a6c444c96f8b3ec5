import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean}} LockedPackage */

/** @param {string} root */
const stampFile = (root) => join(root, "node_modules", ".memory-cortex-setup");

const PLATFORM = `${process.platform}-${process.arch}`;

/**
 * @param {string} root
 * @returns {string} what the installed packages must come from
 */
function lockfileHash(root) {
  return createHash("sha256").update(readFileSync(join(root, "package-lock.json"))).digest("hex");
}

/**
 * The packages of a lockfile, by their folder.
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function lockedPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
}

/**
 * Whether the folder was already filled by hand (`npm install`, `npm ci`) with just what the lockfile says.
 * npm notes what it installed in node_modules/.package-lock.json, last of all.
 * @param {string} root
 * @returns {boolean}
 */
function installedByHand(root) {
  try {
    const wanted = lockedPackages(join(root, "package-lock.json"));
    const found = lockedPackages(join(root, "node_modules", ".package-lock.json"));
    const inPlace = Object.entries(wanted).every(([folder, { version, integrity, link, optional, devOptional, peer }]) => {
      if (!folder.startsWith("node_modules/") || link) return true;
      const there = found[folder];
      if (there === undefined) return Boolean(optional || devOptional || peer);
      return there.version === version && there.integrity === integrity && existsSync(join(root, folder));
    });
    return inPlace && Object.keys(found).every((folder) => folder in wanted);
  } catch {
    return false;
  }
}

/**
 * Whether node_modules holds what the lockfile asks for, on this platform.
 * @param {string} root
 * @returns {"ready" | "changed" | "missing"} changed: there is something, but of another lockfile or platform, or half of it
 * @throws a system error when package-lock.json cannot be read
 */
export function installState(root) {
  const hash = lockfileHash(root);
  if (!existsSync(join(root, "node_modules"))) return "missing";
  const [noted, platform] = existsSync(stampFile(root)) ? readFileSync(stampFile(root), "utf8").trim().split(" ") : [];
  // A folder shared between machines holds the programs of one of them.
  if (platform !== undefined && platform !== PLATFORM) return "changed";
  return noted === hash || installedByHand(root) ? "ready" : "changed";
}

/**
 * Notes that node_modules is whole. It lies inside node_modules, so that whoever deletes that deletes the note.
 * @param {string} root
 */
export function writeStamp(root) {
  // A lockfile without packages leaves no folder behind.
  mkdirSync(join(root, "node_modules"), { recursive: true });
  writeFileSync(stampFile(root), `${lockfileHash(root)} ${PLATFORM}\n`);
}
