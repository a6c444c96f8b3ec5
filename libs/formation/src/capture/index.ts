export { captureByRules, MAX_CANDIDATE_LENGTH, MAX_CANDIDATES_PER_TURN } from "./capture-by-rules.ts";
export type { CaptureCandidate, CaptureInput } from "./capture-by-rules.ts";
