import type { GrowthFigures } from "./growth.ts";
import { DEADLINE_MS } from "./parallel.ts";
import { millisecondsCell } from "./latency.ts";
import type { SizeFigures } from "./measure-size.ts";

/** A goal beside what was measured; `met` is null where this run did not measure it. */
export interface Goal {
  name: string;
  limit: string;
  figure: string;
  met: boolean | null;
}

/** A look into a cache, and the way there: nothing is embedded. */
const REPEATED_MS = 0.1;
const BIG = 100_000;
const HUGE = 1_000_000;
const TEN_THOUSAND = 10_000;

/** With a transformer's vectors beside the static ones. */
export function transformerGoals(sizes: readonly SizeFigures[]): Goal[] {
  const largest = sizes.at(-1);
  return [
    atMost("one question's embedding, p95, static and transformer", [15, "ms"], largest?.steady?.embedding.p95),
    atMost("embedding of a repeated question, p95", [REPEATED_MS, "ms"], largest?.steady?.embeddingRepeated.p95),
    atLeast("ingest to searchable by meaning, transformer", [100, "turns/s"], perSecond(largest)),
  ];
}

export function goalsOf(sizes: readonly SizeFigures[]): Goal[] {
  const growth = sizes.at(-1)?.growth;
  const big = sizes.find(({ size }) => size === BIG);
  const huge = sizes.find(({ size }) => size === HUGE);
  const long = sizes.find((figures) => figures.long !== undefined)?.long;
  return [
    atMost("words only, 100 k turns, p95", [10, "ms"], big?.steady?.words.p95),
    atMost("hybrid, 100 k, p95, beyond the question's own embedding", [25, "ms"], big?.steady?.hybridBeyondEmbedding.p95),
    atMost("one question's embedding, p95, static", [1, "ms"], big?.steady?.embedding.p95),
    atMost("embedding of a repeated question, p95", [REPEATED_MS, "ms"], big?.steady?.embeddingRepeated.p95),
    atMost("p95 at 1 M ÷ p95 at 10 k", [3, "×"], isMillion(growth) ? growth.large.latency.p95 / growth.small.latency.p95 : undefined),
    ...sizes.filter(({ size }) => size >= TEN_THOUSAND).flatMap(({ size, ingestByAnother, ingestBySame }) => [
      atMost(`recall p95 under full ingest of another user ÷ idle, ${size}`, [2, "×"], ratioOf(ingestByAnother)),
      atMost(`recall p95 under full ingest of the same user ÷ idle, ${size}`, [2, "×"], ratioOf(ingestBySame)),
    ]),
    atMost(`recalls over ${DEADLINE_MS} ms in 10,000`, [0, ""], long !== undefined && long.latency.count >= TEN_THOUSAND ? long.overDeadline : undefined),
    ...sizes.filter(({ size, overlap }) => size >= TEN_THOUSAND && overlap).map(({ size, overlap }) => atLeast(`nearest neighbours shared with an exact scan, top 50, ${size}`, [0.98, ""], overlap?.mean)),
    atMost("/ingest acknowledgement, 100 k, p95", [10, "ms"], big?.acknowledgement?.p95),
    atMost("/ingest acknowledgement beyond one sync of the disk, 100 k, p95", [10, "ms"], beyondSync(big)),
    atLeast("ingest to searchable by meaning, static, 100 k", [1_000, "turns/s"], perSecond(big ?? huge)),
    atMost("resident memory at 100 k", [600, "MB"], megabytes(big)),
    atMost("resident memory at 1 M", [2_000, "MB"], megabytes(huge)),
    atMost("start with 1 M until the first recall", [5, "s"], huge?.start?.whole ?? undefined),
  ];
}

const beyondSync = (figures: SizeFigures | undefined): number | undefined => (figures?.acknowledgement === undefined || figures.diskSync === undefined ? undefined : Math.max(0, figures.acknowledgement.p95 - figures.diskSync.p95));
const isMillion = (growth: GrowthFigures | undefined): growth is GrowthFigures => growth !== undefined && growth.small.size === TEN_THOUSAND && growth.large.size === HUGE;
const ratioOf = (figures: SizeFigures["ingestBySame"]): number | undefined => (figures === undefined ? undefined : figures.ingesting.p95 / figures.idle.p95);
/** Of turns added at that size; of the filling where that was not measured. */
function perSecond(figures: SizeFigures | undefined): number | undefined {
  if (figures?.adding !== undefined) return figures.adding.turns / figures.adding.searchableSeconds;
  return figures?.filling.searchableSeconds == null ? undefined : figures.size / figures.filling.searchableSeconds;
}
const megabytes = (figures: SizeFigures | undefined): number | undefined => (figures?.resident.afterRecalls == null ? undefined : figures.resident.afterRecalls / 1e6);

const digits = (value: number): string => (Number.isInteger(value) ? String(value) : value >= 0.9 && value <= 1 ? value.toFixed(3) : millisecondsCell(value));

type Limit = readonly [limit: number, unit: string];

function goal(name: string, value: number | undefined, { limit, unit, sign, met }: { limit: number; unit: string; sign: string; met: boolean }): Goal {
  const behind = unit === "" ? "" : ` ${unit}`;
  return { name, limit: `${sign} ${limit}${behind}`, figure: value === undefined ? "not measured" : `${digits(value)}${behind}`, met: value === undefined ? null : met };
}

const atMost = (name: string, [limit, unit]: Limit, value: number | undefined): Goal => goal(name, value, { limit, unit, sign: "≤", met: (value ?? 0) <= limit });
const atLeast = (name: string, [limit, unit]: Limit, value: number | undefined): Goal => goal(name, value, { limit, unit, sign: "≥", met: (value ?? 0) >= limit });
