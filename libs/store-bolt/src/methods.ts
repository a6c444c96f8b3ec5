import type { Realm } from "@memory-cortex/models";
import type { CallOptions } from "@memory-cortex/store";

import type { BoltCall } from "./connection/bolt-call.ts";
import type { Connection, WriteKind } from "./connection/connection.ts";

type Run<Arguments extends unknown[], Result> = (call: BoltCall, ...given: Arguments) => Promise<Result>;
type Method<Arguments extends unknown[], Result> = (realm: Realm, ...given: [...Arguments, options?: CallOptions]) => Promise<Result>;
type Read = <Arguments extends unknown[], Result>(count: Arguments["length"], run: Run<Arguments, Result>) => Method<Arguments, Result>;
type Write = <Arguments extends unknown[], Result>(count: Arguments["length"], run: Run<Arguments, Result>, kind?: WriteKind) => Method<Arguments, Result>;

/**
 * Make methods of the port out of functions over a {@link BoltCall}. `count` is how many arguments the method has between the realm and
 * the options: that is where the options stand.
 */
export interface Runners {
  read: Read;
  /** As {@link Connection.readSettled}. */
  settled: Read;
  write: Write;
}

/** The arguments of a method, taken apart. */
function apart<Arguments extends unknown[]>(count: number, given: [...Arguments, options?: CallOptions]): { own: Arguments; options: CallOptions | undefined } {
  return { own: given.slice(0, count) as Arguments, options: given[count] as CallOptions | undefined };
}

export function runnersOf(connection: Connection): Runners {
  return {
    read:
      (count, run) =>
      (realm, ...given) => {
        const { own, options } = apart(count, given);
        return connection.read(realm, options, (call) => run(call, ...own));
      },
    settled:
      (count, run) =>
      (realm, ...given) => {
        const { own, options } = apart(count, given);
        return connection.readSettled(realm, options, (call) => run(call, ...own));
      },
    write:
      (count, run, kind) =>
      (realm, ...given) => {
        const { own, options } = apart(count, given);
        return connection.write(realm, options, (call) => run(call, ...own), kind);
      },
  };
}
