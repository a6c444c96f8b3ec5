export { abortError, isDeadline, throwIfAborted } from "@memory-cortex/models";
