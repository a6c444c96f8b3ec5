// Old syntax on purpose: this file must still parse under a Node that is too old, to be able to say so.

/** The oldest Node that may run npm here. The product itself runs on Node 24, which comes as a package. */
export const OLDEST_HOST_NODE = 20;
/** The Node that runs TypeScript without a build. */
export const PRODUCT_NODE = 24;

/**
 * Major number of a version such as "v20.20.2" or "20.20.2"; 0 when it is not one.
 * @param {string | undefined} version
 * @returns {number}
 */
export function majorOf(version) {
  const found = /^v?(\d+)\./.exec(version || "");
  return found ? Number(found[1]) : 0;
}

/**
 * Why this Node cannot set the project up, in one line; null when it can.
 * @param {string} running version of the Node that runs this, e.g. "20.20.2"
 * @param {string | undefined} userAgent npm's `npm_config_user_agent` ("npm/10.8.2 node/v20.20.2 linux x64"): once packages
 *   are there, npm scripts find Node 24 first, while npm itself still runs on the host's Node
 * @returns {string | null}
 */
export function nodeVersionProblem(running, userAgent) {
  const ofNpm = /(?:^| )npm\/\S+ node\/v?(\S+)/.exec(userAgent || "");
  const versions = ofNpm ? [running, ofNpm[1]] : [running];
  const old = versions.find(function (version) {
    return majorOf(version) < OLDEST_HOST_NODE;
  });
  if (old === undefined) return null;
  return "Node " + old.replace(/^v/, "") + " is too old: install Node " + OLDEST_HOST_NODE + " or newer (https://nodejs.org), then run the same command again.";
}
