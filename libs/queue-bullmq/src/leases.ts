import type { Producer } from "./producer.ts";

/** Sets, or prolongs when the holder has it: 1 when it has it now. */
const TAKE = `
local held = redis.call("GET", KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1`;

const RELEASE = `
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0`;

/** What one process at a time may hold, for a while. A Redis that forgets it lets two hold it until the first asks again. */
export class Leases {
  readonly #producer: Producer;

  constructor(producer: Producer) {
    this.#producer = producer;
  }

  async take(name: string, { holder, ttlMs }: { holder: string; ttlMs: number }): Promise<boolean> {
    return (await this.#producer.limited(() => this.#producer.client.eval(TAKE, 1, this.#key(name), holder, ttlMs))) === 1;
  }

  async release(name: string, holder: string): Promise<void> {
    await this.#producer.limited(() => this.#producer.client.eval(RELEASE, 1, this.#key(name), holder));
  }

  #key(name: string): string {
    return `${this.#producer.settings.prefix}:lease:${name}`;
  }
}
