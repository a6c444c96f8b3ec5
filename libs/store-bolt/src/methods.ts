import type { Realm } from "@memory-cortex/models";
import type { CallOptions } from "@memory-cortex/store";

import type { BoltCall } from "./connection/bolt-call.ts";
import type { Connection } from "./connection/connection.ts";

type Run<Arguments extends unknown[], Result> = (call: BoltCall, ...given: Arguments) => Promise<Result>;
type Method<Arguments extends unknown[], Result> = (realm: Realm, ...given: [...Arguments, options?: CallOptions]) => Promise<Result>;
type Make = <Arguments extends unknown[], Result>(count: Arguments["length"], run: Run<Arguments, Result>) => Method<Arguments, Result>;

/**
 * Make methods of the port out of functions over a {@link BoltCall}. `count` is how many arguments the method has between the realm and
 * the options: that is where the options stand.
 */
export interface Runners {
  read: Make;
  write: Make;
}

export function runnersOf(connection: Connection): Runners {
  const make =
    (mode: "read" | "write"): Make =>
    <Arguments extends unknown[], Result>(count: Arguments["length"], run: Run<Arguments, Result>) =>
    (realm: Realm, ...given: [...Arguments, options?: CallOptions]): Promise<Result> => {
      const options = given[count] as CallOptions | undefined;
      return connection[mode](realm, options, (call) => run(call, ...(given.slice(0, count) as Arguments)));
    };
  return { read: make("read"), write: make("write") };
}
