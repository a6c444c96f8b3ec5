/** Something a person must mend before the project can run; its message is the one line they see. */
export class SetupProblem extends Error {
  /** @param {string} message what is wrong and what to do, in one line, without a final newline */
  constructor(message) {
    super(message);
    this.name = "SetupProblem";
  }
}

/**
 * The code of a system error ("ENOSPC", "EACCES", …), or "" when there is none.
 * @param {unknown} error
 * @returns {string}
 */
export function systemCode(error) {
  return error !== null && typeof error === "object" && "code" in error ? String(error.code) : "";
}

/**
 * Names what a failed write in the project's folder means.
 * @param {unknown} error a system error
 * @param {string} folder
 * @returns {SetupProblem | null} null when the error is about something else
 */
export function writeProblem(error, folder) {
  const code = systemCode(error);
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new SetupProblem(`The disk is full: set-up needs about 600 MB in ${folder}. Free some space, then run the same command again.`);
  }
  if (code === "EROFS" || code === "EACCES" || code === "EPERM") {
    return new SetupProblem(`Cannot write in ${folder} (${code}): make it writable for you (owner, permissions, read-only mount), or clone into a folder that is.`);
  }
  return null;
}
