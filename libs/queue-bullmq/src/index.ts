export { createBullmqQueue } from "./bullmq-queue.ts";
export type { BullmqQueue } from "./bullmq-queue.ts";
export { LLM_RATE_LIMITS } from "./options.ts";
export type { BullmqQueueOptions, RateLimit } from "./options.ts";
export type { DeadLetter, QueueAdmin, QueueStatus } from "./queue-admin.ts";
