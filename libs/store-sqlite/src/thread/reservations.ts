import { QUOTING_KEY_PREFIX } from "@memory-cortex/store";

interface Held {
  owner: string;
  until: number;
}

/**
 * Idempotency keys whose requests are at work, by user. In the memory of the writer thread: it does one thing after the other, no other
 * process opens the home, and what dies with the process was at work in it. A user needs no file for them.
 */
export class Reservations {
  readonly #users = new Map<string, Map<string, Held>>();

  /** Whether the key is this owner's from now on. */
  take(userId: string, { key, owner, now, until }: { key: string; owner: string; now: number; until: number }): boolean {
    const held = this.#users.get(userId) ?? new Map<string, Held>();
    for (const [each, { until: end }] of held) if (end <= now) held.delete(each);
    const other = held.get(key);
    if (other !== undefined && other.owner !== owner) return false;
    held.set(key, { owner, until });
    this.#users.set(userId, held);
    return true;
  }

  /** Whether the key was this owner's until now. */
  release(userId: string, { key, owner }: { key: string; owner: string }): boolean {
    const held = this.#users.get(userId);
    if (held?.get(key)?.owner !== owner) return false;
    held.delete(key);
    if (held.size === 0) this.#users.delete(userId);
    return true;
  }

  /** Of answers that may quote what is erased now. */
  dropQuoting(userId: string): void {
    const held = this.#users.get(userId);
    for (const key of held?.keys() ?? []) if (key.startsWith(QUOTING_KEY_PREFIX)) held!.delete(key);
  }
}

export const reservations = new Reservations();
