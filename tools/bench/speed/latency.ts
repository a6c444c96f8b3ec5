import { percentile } from "../metrics.ts";

/** Milliseconds. */
export interface Latency {
  p50: number;
  p95: number;
  p99: number;
  max: number;
  count: number;
}

export const latencyOf = (times: readonly number[]): Latency => ({ p50: percentile(times, 50), p95: percentile(times, 95), p99: percentile(times, 99), max: times.reduce((most, time) => Math.max(most, time), 0), count: times.length });

/** "12 / 18 / 25", with digits enough to tell small times apart. */
export const latencyCell = ({ p50, p95, p99 }: Latency): string => [p50, p95, p99].map(millisecondsCell).join(" / ");

export const millisecondsCell = (value: number): string => (value < 10 ? value.toFixed(value < 1 ? 2 : 1) : value.toFixed(0));
