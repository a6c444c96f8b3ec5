/** @typedef {{folder: string, log: string | null}} Where */
/** @typedef {{when: RegExp, say: (where: Where) => string}} KnownProblem */

/**
 * How npm's failures look, most telling first: a full disk also makes packages fail to unpack,
 * and a broken network also leaves folders behind that cannot be renamed.
 * @type {KnownProblem[]}
 */
const KNOWN = [
  {
    when: /ENOSPC|EDQUOT|no space left on device/i,
    say: ({ folder }) => `The disk is full: set-up needs about 600 MB in ${folder} and some in npm's cache. Free some space, then run the same command again.`,
  },
  {
    when: /\bcode EUSAGE\b|are in sync|Missing: .* from lock file|Invalid: lock file/,
    say: () => "package.json and package-lock.json do not agree: run `npm install` and keep the changed package-lock.json, or restore both from git.",
  },
  {
    when: /\bcode (EROFS|EACCES|EPERM)\b|EROFS: |EACCES: permission denied/,
    say: ({ folder }) => `npm may not write in ${folder} or in its cache (~/.npm): make both writable for you (owner, permissions, read-only mount), then run the same command again.`,
  },
  {
    when: /SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_(HAS_EXPIRED|UNTRUSTED)|DEPTH_ZERO_SELF_SIGNED/,
    say: () => "The npm registry's certificate is not trusted here: behind a company proxy, point NODE_EXTRA_CA_CERTS at its certificate file, then run the same command again.",
  },
  {
    when: /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EPROTO|ENOTCACHED)\b/,
    say: () => "No network: the npm registry cannot be reached. Check the connection (or `npm config get proxy` and `npm config get registry`), then run the same command again.",
  },
  {
    when: /\bcode E(401|403)\b/,
    say: () => "The npm registry refuses access: check `npm config get registry` and `npm whoami`, then run the same command again.",
  },
  {
    when: /\bcode EINTEGRITY\b/,
    say: () => "A downloaded package does not match its checksum: run `npm cache clean --force`, then the same command again.",
  },
];

/**
 * One line for a failed `npm ci`: what is wrong and what to do.
 * @param {string} output what npm printed
 * @param {Where} where the project's folder, and the file that keeps npm's output (null when it could not be kept)
 * @returns {string}
 */
export function npmProblem(output, where) {
  const known = KNOWN.find(({ when }) => when.test(output));
  const code = /npm (?:error|ERR!) code (\S+)/.exec(output);
  const line = known ? known.say(where) : `Installing packages failed${code ? ` (npm says ${code[1]})` : ""}: see npm's output, then run the same command again.`;
  return where.log === null ? line : `${line} (npm's output: ${where.log})`;
}
