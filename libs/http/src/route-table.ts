import { CortexError } from "@memory-cortex/models";

import type { Route } from "./route.ts";

const namesUser = (route: Route): boolean => [route.body, route.query].some((schema) => schema !== undefined && "user_id" in schema.shape);

/** Refuses a table that serves a path twice, or where a route touches memory without naming its user (or the other way round). */
export function checkRoutes(routes: readonly Route[]): void {
  const seen = new Set<string>();
  for (const route of routes) {
    const line = `${route.method} ${route.path}`;
    if (seen.has(line)) throw new CortexError("internal", { detail: `${line} is declared twice.` });
    seen.add(line);
    if (namesUser(route) !== (route.user !== "none")) throw new CortexError("internal", { detail: `${line} must declare its user as its fields do.` });
    const named = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    const declared = Object.keys(route.params?.shape ?? {});
    if (named.length !== declared.length || named.some((name) => !declared.includes(name))) {
      throw new CortexError("internal", { detail: `${line} must declare the parameters of its path.` });
    }
  }
}
