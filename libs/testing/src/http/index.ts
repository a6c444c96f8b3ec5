export { answerChecker } from "./answer-checker.ts";
export type { AnswerChecker } from "./answer-checker.ts";
export { badRequests, validRequest } from "./bad-requests.ts";
export type { BadRequest, BadRequestOptions } from "./bad-requests.ts";
export { countWrites } from "./count-writes.ts";
export { refusalFaults } from "./refusal-faults.ts";
export { sampleOf } from "./sample-of.ts";
