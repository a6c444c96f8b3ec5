/**
 * Which layer may import which, as constraints of the Nx boundary rule. Arrows go one way:
 * models <- base <- port <- driver <- service <- web <- assembly <- app, and services never see a driver.
 * Layers and scopes are the `nx.tags` of each package.json.
 */

const layer = (/** @type {string[]} */ ...names) => names.map((name) => `layer:${name}`);

/** @type {Record<string, {may: string[], because: string}>} */
export const LAYERS = {
  models: { may: [], because: "records and errors are what everybody shares, so they can rest on nothing of ours" },
  base: { may: ["models", "base"], because: "pure helpers stay usable by every port and driver" },
  port: { may: ["models", "base"], because: "a port that knows a driver or a service cannot be driven by another one" },
  driver: { may: ["models", "base", "port"], because: "a driver fulfils a port; if it knew a service, swapping it would break that service" },
  service: { may: ["models", "base", "port"], because: "services know ports, never drivers: only an app's main.ts chooses a driver" },
  web: { may: ["models", "base", "port", "service"], because: "HTTP pieces are shared by the apps and must run over any driver" },
  assembly: { may: ["models", "base", "port", "driver", "service", "web"], because: "what every shape of the program puts together in the same way stands once; it serves no routes and chooses nothing by itself" },
  app: { may: ["models", "base", "port", "driver", "service", "web", "assembly", "app"], because: "apps wire everything together; the scope rule below keeps them apart" },
  testing: { may: ["models", "base", "port", "driver", "service", "web", "testing"], because: "fakes and launchers may use every part, but an app is started as a process, not imported" },
  tool: { may: ["models", "base", "port", "driver", "service", "web", "assembly", "app", "testing"], because: "tools run beside the product and nothing depends on them" },
};

/** Apps are separate processes in the server shape; only the embedded app holds the others inside. */
const APPS_STAY_APART = { sourceTag: "/^scope:(?!embedded$|tools$)/", notDependOnLibsWithTags: ["layer:app"] };

/**
 * The constraints for one kind of file.
 * @param {string[]} [also] layers that this kind of file may import beyond those of its own layer
 */
function constraintsWith(also = []) {
  const byLayer = Object.entries(LAYERS).map(([name, { may }]) => ({
    sourceTag: `layer:${name}`,
    onlyDependOnLibsWithTags: layer(...new Set([...may, ...also])),
  }));
  return [...byLayer, APPS_STAY_APART];
}

/**
 * Options of `@nx/enforce-module-boundaries`.
 * @param {string[]} [also] layers allowed beyond the usual
 */
function boundaryRule(also = []) {
  return [
    "error",
    {
      depConstraints: constraintsWith(also),
      enforceBuildableLibDependency: false,
      // A driver is loaded on demand in one place and statically in another; nothing is bundled lazily here.
      checkDynamicDependenciesExceptions: ["@memory-cortex/*"],
      // A test importing what is built on its own package is a circle only on paper: nothing imports a test.
      ignoredCircularDependencies: also.map((name) => ["*", `tag:layer:${name}`]),
    },
  ];
}

/** Sources. */
export const SOURCE_BOUNDARIES = boundaryRule();
/** Small tests: the layers of the source beside them, and the fakes. */
export const SMALL_TEST_BOUNDARIES = boundaryRule(["testing"]);
/** Medium and end-to-end tests also run the real driver: a conformance suite, or a service over a real file. */
export const REAL_TEST_BOUNDARIES = boundaryRule(["testing", "driver"]);
