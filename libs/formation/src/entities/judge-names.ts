import { llmHealth } from "@memory-cortex/llm";
import type { Llm } from "@memory-cortex/llm";
import { CortexError } from "@memory-cortex/models";
import type { EntityType, Realm } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { escapeForPrompt } from "@memory-cortex/text";
import { z } from "zod";

import { redactSecrets } from "../clean/redact-secrets.ts";
import { silentLog } from "../formation-log.ts";
import type { FormationLog } from "../formation-log.ts";
import type { NameMerge } from "./merge-names.ts";
import { NAME_INSTRUCTIONS } from "./name-instructions.ts";
import type { CloseName } from "./resolve-entities.ts";

export interface NameJudge {
  store: Pick<Store, "getEntity" | "getDocuments">;
  llm: Llm;
  log?: FormationLog;
  /** {@link NAMES_LIMIT_MS} unless something else. */
  limitMs?: number;
}

export interface NameQuestion {
  realm: Realm;
  /** Of entities that are stored. */
  names: readonly CloseName[];
  signal?: AbortSignal;
}

/** A window waits no longer for an answer about its names; they stay apart then. */
export const NAMES_LIMIT_MS = 20_000;
/** Of one call, and of each name; the rest stays apart. */
export const MOST_NAMES = 8;
export const MOST_CANDIDATES = 6;
const MOST_SHOWN = 3;
const EXCERPT = 240;
const TOKENS_PER_NAME = 32;
const FEWEST_TOKENS = 256;

const nameAnswer = z.object({ names: z.array(z.object({ name: z.string(), same: z.string() })) });

/** What stands in a question, each with the id that it has there. */
interface Numbered {
  names: Map<string, CloseName>;
  known: Map<string, CloseName["candidates"][number]>;
}

/**
 * Asks a model, in one call, which of several known entities each name stands for. The answer is untrusted: what names none of those asked
 * about, or two for one name, is passed over. Slow: not under the lock of a user. On every failure the names stay apart.
 */
export async function judgeNames({ store, llm, log = silentLog, limitMs = NAMES_LIMIT_MS }: NameJudge, { realm, names, signal }: NameQuestion): Promise<NameMerge[]> {
  if (names.length === 0 || llmHealth(llm).state === "down") return [];
  const limit = AbortSignal.timeout(limitMs);
  const asked = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    const numbered = numberedOf(names);
    const content = await questionOf(store, realm, numbered);
    const maxTokens = Math.max(FEWEST_TOKENS, numbered.names.size * TOKENS_PER_NAME);
    const { value } = await llm.complete({ purpose: "extract", system: [{ text: NAME_INSTRUCTIONS, cached: true }], messages: [{ role: "user", content }], schema: nameAnswer, maxTokens, signal: asked });
    const merges = mergesIn(value, numbered);
    log.info({ names: numbered.names.size, same: merges.length }, "names judged");
    return merges;
  } catch (error) {
    if (!CortexError.isInstance(error)) throw error;
    log.warn({ code: error.code, names: names.length }, "names that may be one stay apart");
    return [];
  }
}

function numberedOf(names: readonly CloseName[]): Numbered {
  const asked = names.slice(0, MOST_NAMES).map((name) => ({ ...name, candidates: name.candidates.slice(0, MOST_CANDIDATES) }));
  const known = new Map(asked.flatMap(({ candidates }) => candidates).map((candidate) => [candidate.id, candidate]));
  return {
    names: new Map(asked.map((name, index) => [`n${index + 1}`, name])),
    known: new Map([...known.values()].map((candidate, index) => [`k${index + 1}`, candidate])),
  };
}

async function questionOf(store: NameJudge["store"], realm: Realm, { names, known }: Numbered): Promise<string> {
  const numberOf = new Map([...known].map(([number, { id }]) => [id, number]));
  const shown = async (id: string, { name, type }: { name: string; type: EntityType }): Promise<string> => {
    const said = (await sayingsOf(store, realm, { id, name })).map((text) => `<said>${text}</said>`);
    return `<called>${escapeForPrompt(name)}</called><kind>${type}</kind>${said.join("")}`;
  };
  const lines = [
    ...[...known].map(async ([number, candidate]) => `<known id="${number}">${await shown(candidate.id, candidate)}</known>`),
    ...[...names].map(async ([number, { id, entity, candidates }]) => `<name id="${number}" may-be="${candidates.map((one) => numberOf.get(one.id)).join(" ")}">${await shown(id, entity)}</name>`),
  ];
  return (await Promise.all(lines)).join("\n");
}

/** Where an entity is mentioned: current memories before turns, the newest first. */
async function sayingsOf(store: NameJudge["store"], realm: Realm, { id, name }: { id: string; name: string }): Promise<string[]> {
  const details = await store.getEntity(realm, id);
  if (details === null) return [];
  const ids = [details.memoryIds, details.turnIds].flatMap((of) => of.slice(0, MOST_SHOWN));
  const byId = new Map((await store.getDocuments(realm, ids)).map((document) => [document.id, document]));
  const documents = ids.map((one) => byId.get(one)).filter((one) => one !== undefined);
  const current = documents.filter((one) => one.kind === "turn" || one.retiredAt === null).slice(0, MOST_SHOWN);
  return Promise.all(current.map(async ({ speaker, text }) => escapeForPrompt(await redactSecrets(`${speaker === null ? "" : `${speaker}: `}${excerptOf(text, name)}`))));
}

function excerptOf(text: string, name: string): string {
  const from = Math.max(0, text.toLowerCase().indexOf(name.toLowerCase()) - EXCERPT / 2);
  return text.slice(from, from + EXCERPT);
}

function mergesIn({ names: answers }: z.output<typeof nameAnswer>, { names, known }: Numbered): NameMerge[] {
  return [...names].flatMap(([number, { id, candidates }]) => {
    const said = new Set(answers.filter(({ name }) => name === number).map(({ same }) => same));
    const into = said.size === 1 ? known.get([...said][0]!)?.id : undefined;
    return into !== undefined && candidates.some((candidate) => candidate.id === into) ? [{ from: id, into }] : [];
  });
}
