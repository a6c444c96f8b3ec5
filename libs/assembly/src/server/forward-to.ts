type Method = (...parameters: unknown[]) => unknown;

/**
 * An object whose methods are those of a part that is there later: each call goes on to what `part` gives then, or waits for it, or fails
 * with what it rejects. For parts that are methods only.
 */
export function forwardTo<Part extends object>(part: () => Part | Promise<Part>): Part {
  const call = (to: Part, name: string, parameters: unknown[]): unknown => (to as Record<string, Method>)[name]!(...parameters);
  return new Proxy({} as Part, {
    get(_target, name) {
      // A promise is told from a part by its `then`.
      if (typeof name === "symbol" || name === "then") return undefined;
      return (...parameters: unknown[]) => {
        const now = part();
        return now instanceof Promise ? now.then((there: Part) => call(there, name, parameters)) : call(now, name, parameters);
      };
    },
  });
}
