import nx from "@nx/eslint-plugin";
import prettier from "eslint-config-prettier";
import typescript from "typescript-eslint";
import { REAL_TEST_BOUNDARIES, SMALL_TEST_BOUNDARIES, SOURCE_BOUNDARIES } from "./tools/lint/boundaries.mjs";

const SMALL_TESTS = ["**/*.test.ts"];
/** Launchers of real servers are for tests alone: they read where a program lies, and throw what a test shows. */
const REAL_TESTS = ["**/*.medium.test.ts", "**/*.e2e.test.ts", "{libs,apps}/*/test/**/*.ts", "libs/testing/src/servers/**/*.ts"];
const TESTS = [...SMALL_TESTS, ...REAL_TESTS];
/** Suites that a port offers to its drivers: tests in all but where they lie, bound by the layers of their port. */
const SUITES = ["libs/*/src/conformance/**/*.ts"];

/** A plain Error has no code, no status and no fix for the person who meets it. */
const NO_PLAIN_ERROR = [
  "ThrowStatement > NewExpression[callee.name=/^(Error|TypeError|RangeError|SyntaxError)$/]",
  "CallExpression[callee.name='reject'] > NewExpression[callee.name=/^(Error|TypeError|RangeError)$/]",
  "CallExpression[callee.object.name='Promise'][callee.property.name='reject'] > NewExpression[callee.name=/^(Error|TypeError|RangeError)$/]",
].map((selector) => ({ selector, message: "Throw a CortexError from @memory-cortex/models: a stable code, a status and a fix belong to every error." }));

const ENVIRONMENT = "Only libs/config and tools read the environment: ask @memory-cortex/config, so that every setting is in one schema and documented.";

export default typescript.config(
  { ignores: ["**/node_modules/**", "**/dist/**", "**/coverage/**", ".nx/**", ".cortex/**"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },

  // Types are what make a linter find real mistakes here (a promise nobody awaits); the whole run stays under a minute.
  {
    files: ["**/*.ts"],
    extends: [...typescript.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Type-only imports vanish at run time; with type stripping, a missing `type` is a crash at start.
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // Numbers and booleans read well in messages; objects and undefined do not.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      // Passing on that a call returns nothing is a matter of taste, and short.
      "@typescript-eslint/no-confusing-void-expression": "off",
      // Our parts are literals made by factories; taking a function off one and passing it on is how they are wired.
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrors: "none" }],
      // Text here is cut between code points or segments on purpose; what is spread by mistake is a promise or a map.
      "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }],
      // A loop over a typed array cannot afford a check per element, and its index is known to be inside.
      "@typescript-eslint/no-non-null-assertion": "off",
      // An async method that does not await yet still fulfils an asynchronous port.
      "@typescript-eslint/require-await": "off",
      // Data that crossed a process, a file or the network may break its type; a check there is not needless.
      "@typescript-eslint/no-unnecessary-condition": "off",
      // A generic return type read at the call is how parsed JSON and SQLite rows get their type.
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
    },
  },

  // Budgets: what fits a screen is read; what does not is skimmed.
  {
    files: ["**/*.{ts,mjs}"],
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-lines": ["error", { max: 400 }],
      "max-lines-per-function": ["error", { max: 60 }],
      // The fourth parameter is where callers start to swap two of them: pass one object.
      "max-params": ["error", { max: 3 }],
      // A name given by the importer differs from file to file; a named export is found by search.
      "no-restricted-exports": ["error", { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
    },
  },
  // The store's methods have the realm first and the call's options last (deadline, signal), around up to two of their own.
  { files: ["libs/store*/src/**/*.ts"], rules: { "max-params": ["error", { max: 4 }] } },
  // Tools that read these files look for a default export, and a declaration says what somebody else's module has.
  { files: ["*.config.{ts,mjs}", "**/*.d.ts"], rules: { "no-restricted-exports": "off" } },

  // Layers (tools/lint/boundaries.mjs gives the reason of each).
  { files: ["**/*.{ts,mjs}"], plugins: { "@nx": nx }, rules: { "@nx/enforce-module-boundaries": SOURCE_BOUNDARIES } },
  { files: SMALL_TESTS, rules: { "@nx/enforce-module-boundaries": SMALL_TEST_BOUNDARIES } },
  { files: REAL_TESTS, rules: { "@nx/enforce-module-boundaries": REAL_TEST_BOUNDARIES } },

  // One reader of the environment.
  {
    files: ["{libs,apps}/**/*.ts"],
    ignores: ["libs/config/**", ...TESTS],
    rules: {
      "no-restricted-properties": ["error", { object: "process", property: "env", message: ENVIRONMENT }],
      "no-restricted-imports": ["error", { paths: ["node:process", "process"].map((name) => ({ name, importNames: ["env"], message: ENVIRONMENT })) }],
    },
  },

  // Libraries report through errors and telemetry; what they print would land in somebody else's output.
  {
    files: ["libs/**/*.ts"],
    ignores: TESTS,
    rules: { "no-console": "error", "no-restricted-syntax": ["error", ...NO_PLAIN_ERROR] },
  },

  // Fixtures and tests write a secret in pieces, so that no scanner takes it for a real one.
  { files: ["**/*.fixture.ts", ...TESTS], rules: { "@typescript-eslint/no-unnecessary-template-expression": "off" } },

  // A describe block is as long as its cases, a table of cases has its columns, and a test reads untyped answers on purpose.
  {
    files: [...TESTS, ...SUITES],
    rules: {
      "max-lines-per-function": "off",
      "max-params": "off",
      "@typescript-eslint/no-misused-spread": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  prettier,
);
