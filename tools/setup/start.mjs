// Sets the folder up when needed, then starts the server: node tools/setup/start.mjs [ARGUMENT…]
import { nodeVersionProblem } from "./node-version.mjs";

const problem = nodeVersionProblem(process.versions.node, process.env.npm_config_user_agent);
if (problem) {
  process.stderr.write(problem + "\n");
  process.exit(1);
}
// Loaded only now: a Node that is too old could not even read what follows.
import("./launch.mjs").then(function (module) {
  return module.launch(["apps/cortex/src/main.ts", "up"].concat(process.argv.slice(2)));
});
