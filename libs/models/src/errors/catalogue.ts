/** One entry of the error catalogue (design section 8). Codes are stable and never reused. */
export interface ErrorEntry {
  status: number;
  retryable: boolean;
  /** What went wrong, in a few words; never holds text of the caller. */
  title: string;
  /** What a person should try. */
  fix: string;
}

// eslint-disable-next-line max-params -- one row of a table, its columns in order
const entry = (status: number, title: string, fix: string, retryable = false): ErrorEntry => ({ status, title, fix, retryable });

/** Every error a client or an operator can meet. `docs/errors.md` is generated from it. */
export const ERROR_CATALOGUE = {
  malformed_json: entry(400, "The body is not JSON", "Send a JSON object in UTF-8."),
  malformed_request: entry(400, "The request cannot be read", "Check the request line, headers and body encoding."),
  missing_user: entry(400, "user_id is missing", "Name the user whose memory is meant; it is never searched across users."),
  too_deep: entry(400, "The JSON is nested too deeply", "Flatten the body; at most 32 levels are read."),
  unauthorized: entry(401, "A valid token is needed", "Send `Authorization: Bearer TOKEN` with a configured token."),
  forbidden: entry(403, "The token lacks the role", "Use a token with the role that this route needs."),
  forbidden_host: entry(403, "The Host header is not a loopback name", "Call the service as 127.0.0.1 or localhost, or configure tokens and a public bind."),
  forbidden_origin: entry(403, "Calls from web pages are refused", "Call the service from a program, not from a web page."),
  not_found: entry(404, "Nothing is there", "Check the id and the user_id."),
  unknown_route: entry(404, "There is no such route", "See /openapi.json for the routes."),
  unknown_user: entry(404, "Nothing is known of this user", "Check user_id; a user exists after the first /ingest or /v1/remember."),
  method_not_allowed: entry(405, "The route does not take this method", "See /openapi.json for the methods."),
  idempotency_mismatch: entry(409, "The idempotency key was used with another body", "Use a new Idempotency-Key for a new request."),
  idempotency_in_flight: entry(409, "The first request with this key is still running", "Wait for its answer, then retry with the same key.", true),
  forgotten: entry(409, "It was forgotten here once", "Nothing needs to be done; without `unless_forgotten` it is remembered anew."),
  memory_ended: entry(409, "The memory has ended already", "Name its current version: `superseded_by` of the memory leads there."),
  revision_conflict: entry(503, "The session changed at the same moment too many times", "Retry the same request.", true),
  too_large: entry(413, "The body is too large", "Send fewer messages per request, or raise CORTEX_BODY_LIMIT_BYTES."),
  unsupported_media_type: entry(415, "The body must be application/json", "Send `Content-Type: application/json`; for an import `application/x-ndjson`."),
  invalid_fields: entry(422, "Some fields are not valid", "See `errors` for each field and what it takes."),
  import_invalid: entry(422, "Some lines cannot be imported", "Nothing was imported. See `errors` for each line and what it takes."),
  invalid_realm: entry(422, "The user or the namespaces are not valid", "user_id takes 1 to 128 characters; name at least one namespace."),
  rate_limited: entry(429, "Too many requests", "Wait for the time in Retry-After.", true),
  internal: entry(500, "Something broke inside", "Retry; if it happens again, look up the request_id in the log.", true),
  not_supported: entry(501, "This installation lacks the part", "Run `cortex doctor` to see what is missing and how to add it."),
  app_unavailable: entry(503, "A part of the service cannot be reached", "Retry; docker compose ps shows which process is down.", true),
  starting: entry(503, "The process has just started", "Retry in a few seconds; /readyz says what it waits for.", true),
  store_unavailable: entry(503, "The store cannot be reached", "Check the disk and run `cortex doctor`.", true),
  store_corrupt: entry(503, "A database file is damaged", "Run `cortex doctor`; restore the user's file from a backup."),
  store_newer: entry(503, "The data was written by a newer version", "Install the newer version again, or restore an older backup."),
  disk_full: entry(503, "The disk is full", "Free space under CORTEX_HOME and retry.", true),
  embedder_unavailable: entry(503, "The embedding model cannot be reached", "Recall goes on with words only; run `cortex doctor`.", true),
  embedder_rejected: entry(503, "The embedding model refused the request", "Check the model name, the address and the key of the embedder."),
  embedder_invalid: entry(503, "The embedding model gave unusable vectors", "Check that the configured model and dimension are right."),
  llm_unavailable: entry(503, "The language model cannot be reached", "Rules go on in its place, and open work is done once it is back; run `cortex doctor`.", true),
  llm_rejected: entry(503, "The language model's server refused the request", "Check the model name, the address and the key of the language model."),
  llm_invalid: entry(503, "The language model gave an unusable answer", "Rules go on in its place; if it happens often, configure another model."),
  llm_refused: entry(503, "The language model declined to answer", "Rules go on in its place; nothing needs to be done."),
  llm_budget_spent: entry(503, "The language model's budget of the day is spent", "Rules go on in its place until midnight UTC, or raise the budget."),
  reranker_unavailable: entry(503, "The reranking model cannot be reached", "The order stays as it was; run `cortex doctor`.", true),
  reranker_rejected: entry(503, "The reranking model's server refused the request", "Check the address, the model name, the key and the format of the reranker."),
  reranker_invalid: entry(503, "The reranking model gave an unusable answer", "The order stays as it was; check that the server's model is a reranker."),
  export_changed: entry(409, "The user changed while he was exported", "Export again, when less is written.", true),
  import_conflict: entry(409, "What is imported contradicts what is there", "Import into a store that does not hold the user, from the file or store that the import was begun with."),
  import_unfinished: entry(503, "The user is being imported", "Wait until the import has ended; one that was interrupted goes on with the same command.", true),
  queue_unavailable: entry(503, "The queue cannot be reached", "Nothing is lost: open work is found again from the store.", true),
  handler_missing: entry(500, "A job has no handler, or more than one", "Register exactly one handler for every job name before start."),
  payload_invalid: entry(500, "A job payload does not fit its contract", "See libs/queue/src/contract.ts for the payload of each job."),
  aborted: entry(503, "The call was abandoned", "Its caller stopped waiting; retry when it still matters.", true),
  timeout: entry(503, "The time limit passed", "Retry, or give it more time.", true),
  model_missing: entry(503, "No embedding model is prepared", "Run `cortex doctor` for the ways to get one; recall goes on with words only."),
  model_corrupt: entry(503, "A model file is damaged", "Delete the model folder under CORTEX_HOME and start again."),
  runtime_missing: entry(503, "The transformer's runtime is not installed", "Run `cortex model use minilm`; recall goes on without it."),
  runtime_unsupported: entry(503, "There is no transformer runtime for this platform", "Use Linux with glibc, macOS on Apple silicon or Windows, or an embedder of another kind: `cortex model use ollama:all-minilm`."),
  install_failed: entry(503, "A package could not be installed", "Check the network and npm's registry, then try again.", true),
  config_invalid: entry(500, "The configuration is not valid", "Fix the named setting; `cortex doctor` lists them."),
  unsafe_bind: entry(500, "A bind beyond loopback needs tokens", "Set CORTEX_TOKENS, or bind to 127.0.0.1."),
  port_taken: entry(500, "The port is taken", "Stop the other program or set CORTEX_PORT to a free port."),
  home_unwritable: entry(500, "The data folder cannot be written", "Check the owner and space of CORTEX_HOME."),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
