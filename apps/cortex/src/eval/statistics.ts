/** What `cortex eval` and measurements outside the program reckon with. */
export { bootstrapInterval } from "./bootstrap-interval.ts";
export { mean } from "./metrics.ts";
export { seededRandom } from "./seeded-random.ts";
