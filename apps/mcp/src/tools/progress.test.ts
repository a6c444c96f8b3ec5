import type { ServerContext } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { startProgress } from "./progress.ts";

interface Told {
  progress: number;
  message: string;
}

function listen(token: string | undefined): { told: Told[]; context: Pick<ServerContext, "mcpReq"> } {
  const told: Told[] = [];
  const mcpReq = {
    _meta: token === undefined ? undefined : { progressToken: token },
    notify: async ({ params }: { params: Told }) => void told.push(params),
  };
  return { told, context: { mcpReq } as unknown as Pick<ServerContext, "mcpReq"> };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("says each second what is done, in figures that always grow, and nothing after the end", () => {
  const { told, context } = listen("p1");
  const progress = startProgress(context, () => Date.now());
  progress.report("Looked through 200 memories");
  vi.advanceTimersByTime(2_500);
  progress.end();
  vi.advanceTimersByTime(5_000);
  expect(told.map(({ message }) => message)).toEqual(["Asking the memory service", "Looked through 200 memories", "Looked through 200 memories", "Looked through 200 memories"]);
  const figures = told.map(({ progress: figure }) => figure);
  expect(figures.every((figure, index) => index === 0 || figure > figures[index - 1]!)).toBe(true);
  expect(figures.at(-1)).toBeCloseTo(2, 1);
});

it("is silent where nobody asked", () => {
  const { told, context } = listen(undefined);
  const progress = startProgress(context);
  progress.report("x");
  vi.advanceTimersByTime(5_000);
  progress.end();
  expect(told).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it("survives a host that went away", async () => {
  const mcpReq = { _meta: { progressToken: 1 }, notify: () => Promise.reject(new Error("closed")) };
  const progress = startProgress({ mcpReq } as unknown as Pick<ServerContext, "mcpReq">);
  await vi.advanceTimersByTimeAsync(1_500);
  progress.end();
});
