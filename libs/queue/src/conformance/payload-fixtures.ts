import type { JobName } from "../index.ts";

/**
 * Payloads as they were written at some time, and how they have to be read today. A queue outside the process may hold jobs of the
 * version before: never change a line, add one when a contract changes.
 */
export const PAYLOAD_FIXTURES: readonly { name: JobName; since: string; written: unknown; read: unknown; key: string }[] = [
  {
    name: "capture",
    since: "0.1.0",
    written: { user_id: "ada", session_id: "s1", namespace: "personal" },
    read: { user_id: "ada", session_id: "s1", namespace: "personal" },
    key: '["ada","personal","s1"]',
  },
  {
    name: "capture",
    since: "0.1.0, without a namespace",
    written: { user_id: "ada", session_id: "s1" },
    read: { user_id: "ada", session_id: "s1", namespace: "global" },
    key: '["ada","global","s1"]',
  },
  { name: "embed", since: "0.1.0", written: { user_id: "ada" }, read: { user_id: "ada" }, key: "ada" },
  {
    name: "synthesize",
    since: "0.1.0",
    written: { user_id: "ada", namespaces: ["global", "personal"], session_id: "s1" },
    read: { user_id: "ada", namespaces: ["global", "personal"], session_id: "s1" },
    key: '["ada",["global","personal"],"s1"]',
  },
  {
    name: "improve",
    since: "0.1.0",
    written: { user_id: "ada", session_id: "s1", namespace: "personal" },
    read: { user_id: "ada", session_id: "s1", namespace: "personal" },
    key: '["ada","personal","s1"]',
  },
  { name: "expire", since: "0.1.0", written: {}, read: {}, key: "*" },
  { name: "reconcile", since: "0.1.0", written: {}, read: {}, key: "*" },
  { name: "reconcile", since: "0.1.0, one user", written: { user_id: "ada" }, read: { user_id: "ada" }, key: "ada" },
];
