export { cleanMessages } from "./clean-messages.ts";
export type { CleanMessage, CleanResult, IgnoredMessage } from "./clean-messages.ts";
export { redactSecrets } from "./redact-secrets.ts";
