export { MAX_CANDIDATE_LENGTH } from "./candidate.ts";
export type { CandidateChange, CandidateEntity, CandidateEpisode, CandidateFact, CaptureCandidate, CaptureInput } from "./candidate.ts";
export * from "./llm/index.ts";
export { captureByRules, MAX_CANDIDATES_PER_TURN } from "./capture-by-rules.ts";
