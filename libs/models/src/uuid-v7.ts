import { randomBytes } from "node:crypto";

import type { Clock, IdSource } from "./ports.ts";

/** Drawn at once, bytes, many more than an id takes: a call of the system for each id costs more than all else of it. */
const POOL = 4_096;

function pooledBytes(): (size: number) => Uint8Array {
  let pool = new Uint8Array();
  let used = 0;
  return (size) => {
    if (used + size > pool.length) [pool, used] = [randomBytes(POOL), 0];
    used += size;
    return pool.subarray(used - size, used);
  };
}

/**
 * UUIDv7 (RFC 9562, method 1: a counter in rand_a keeps ids of one millisecond in order).
 * `random` returns the given number of random bytes.
 */
export function uuidV7Source(clock: Clock, random: (size: number) => Uint8Array = pooledBytes()): IdSource {
  let lastTime = -1;
  let counter = 0;
  return {
    next() {
      const now = clock.now();
      if (now > lastTime) {
        lastTime = now;
        counter = random(2)[0]! & 0x7f;
      } else if (++counter > 0xfff) {
        lastTime += 1;
        counter = 0;
      }
      const bytes = new Uint8Array(16);
      let time = lastTime;
      for (let index = 5; index >= 0; index -= 1) {
        bytes[index] = time % 256;
        time = Math.floor(time / 256);
      }
      bytes.set(random(8), 8);
      bytes[6] = 0x70 | (counter >> 8);
      bytes[7] = counter & 0xff;
      bytes[8] = (bytes[8]! & 0x3f) | 0x80;
      const hex = Buffer.from(bytes).toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
  };
}
