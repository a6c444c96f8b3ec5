export interface Planted {
  /** What the text does, as a person would say it. */
  what: string;
  /** Its text stands in for the first source found by this pattern, so that it is linted as that file. */
  as: string;
  text: string;
  /** The rule that must speak; null for a text that must pass (a rule that fires on everything proves nothing). */
  rule: string | null;
}

const LAYERS = "@nx/enforce-module-boundaries";
const importing = (name: string) => `import * as planted from "@memory-cortex/${name}";\nexport { planted };\n`;

/** Mistakes that lint must find, checked each time it runs. None of them is ever written to the disk. */
export const PLANTED: readonly Planted[] = [
  { what: "a service imports a driver", as: "libs/recall/src/!(*.test).ts", text: importing("store-sqlite"), rule: LAYERS },
  { what: "a service imports a port", as: "libs/recall/src/!(*.test).ts", text: importing("store"), rule: null },
  { what: "a port imports its driver", as: "libs/store/src/!(*.test).ts", text: importing("store-sqlite"), rule: LAYERS },
  { what: "models import a helper", as: "libs/models/src/!(*.test).ts", text: importing("text"), rule: LAYERS },
  { what: "a source imports the test helpers", as: "libs/http/src/!(*.test).ts", text: importing("testing"), rule: LAYERS },
  { what: "a library imports an app", as: "libs/http/src/!(*.test).ts", text: importing("ingest"), rule: LAYERS },
  { what: "an app imports another app", as: "apps/ingest/src/!(*.test).ts", text: importing("recall-api"), rule: LAYERS },
  { what: "the embedded app imports another app", as: "apps/cortex/src/!(*.test).ts", text: importing("recall-api"), rule: null },
  { what: "a library reaches into another by path", as: "libs/recall/src/!(*.test).ts", text: 'export * from "../../store/src/index.ts";\n', rule: LAYERS },
  { what: "a small test imports a driver", as: "libs/{formation,recall,models,text}/src/**/!(*.medium|*.e2e).test.ts", text: importing("store-sqlite"), rule: LAYERS },
  { what: "a library reads the environment", as: "libs/recall/src/!(*.test).ts", text: "export const home = process.env;\n", rule: "no-restricted-properties" },
  { what: "a library throws a plain Error", as: "libs/recall/src/!(*.test).ts", text: 'export function fail(): never {\n  throw new Error("no code");\n}\n', rule: "no-restricted-syntax" },
  { what: "a library prints", as: "libs/recall/src/!(*.test).ts", text: 'console.log("noise");\n', rule: "no-console" },
  {
    what: "a promise nobody awaits (needs types)",
    as: "libs/recall/src/!(*.test).ts",
    text: "export function forget(work: () => Promise<void>): void {\n  work();\n}\n",
    rule: "@typescript-eslint/no-floating-promises",
  },
];
