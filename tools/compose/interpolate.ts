/** A dollar sign that stands for itself, a name in braces with an optional default, or a bare name. */
const PLACE = /\$(?:(\$)|\{([A-Za-z_][A-Za-z0-9_]*)(?:(:?-)([^}]*))?\}|([A-Za-z_][A-Za-z0-9_]*))/g;

/**
 * Puts variables into a text as Docker Compose does: `${NAME}`, `${NAME:-default}` (also for an empty value), `${NAME-default}`, `$NAME`,
 * and `$$` for a dollar sign. Variables that are not given are empty. The forms with `?` and `+` are not used in this project.
 */
export function interpolate(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(PLACE, (_place, ...[dollar, braced, sign, fallback, bare]: (string | undefined)[]) => {
    if (dollar !== undefined) return "$";
    const value = variables.get(braced ?? bare ?? "");
    const isMissing = value === undefined || (value === "" && sign === ":-");
    return isMissing ? (fallback ?? "") : value;
  });
}

/** Names of the variables that a text takes, in order, each once. */
export function variablesIn(text: string): string[] {
  const names = [...text.matchAll(PLACE)].flatMap(([, dollar, braced, , , bare]) => (dollar === undefined ? [braced ?? bare ?? ""] : []));
  return [...new Set(names)];
}
