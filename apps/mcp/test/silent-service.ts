import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A service that takes every request and never answers. */
export interface SilentService {
  url: string;
  /** Requests that are waiting now. */
  waiting(): number;
  /** Resolves when so many are waiting. */
  untilWaiting(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts one on a free port. */
export async function silentService(): Promise<SilentService> {
  let waiting = 0;
  let listeners: (() => void)[] = [];
  const changed = (by: number): void => {
    waiting += by;
    for (const listener of listeners) listener();
  };
  const server = createServer((request, response) => {
    request.resume();
    changed(1);
    response.once("close", () => changed(-1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: () => waiting,
    untilWaiting: (count) =>
      new Promise((resolve) => {
        const listener = (): void => {
          if (waiting !== count) return;
          listeners = listeners.filter((one) => one !== listener);
          resolve();
        };
        listeners.push(listener);
        listener();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
