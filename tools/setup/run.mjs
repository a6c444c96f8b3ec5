// Sets the folder up when needed, then runs a TypeScript file of it: node tools/setup/run.mjs FILE.ts [ARGUMENT…]
import { nodeVersionProblem } from "./node-version.mjs";

const problem = nodeVersionProblem(process.versions.node, process.env.npm_config_user_agent);
if (problem) {
  process.stderr.write(problem + "\n");
  process.exit(1);
}
// Loaded only now: a Node that is too old could not even read what follows.
import("./launch.mjs").then(function (module) {
  return module.launch(process.argv.slice(2));
});
