/**
 * Lets so many recalls of one user work at once, and one more in all, which only another user can have. Work on too many at once would finish
 * all of them late; begun one after the other, most are whole in time. A place goes to the user who has the fewest at work, of several to the one
 * whose turn was longest ago, within a user in the order of arrival. So beside one busy user another begins at once, however slow the recalls of the
 * busy one are; beside several he waits for about one recall, and for a turn of each who waited before him.
 *
 * What it costs: one recall more at once where several users are busy, and for who asks much a longer wait between two of his own. Time spent
 * waiting counts against a recall's own deadline, and whoever has waited until then waits no longer: those that were given more time, or whose
 * model hangs, hold up nobody beyond his own limit.
 */
export class Admission {
  readonly #mostOfOne: number;
  /** Recalls at work, by user; without those who have none. */
  readonly #working = new Map<string, number>();
  /** Free ones. */
  #places: number;
  /** By user, first the one whose turn was longest ago. Each is called with whether it gets a place. */
  readonly #waiting = new Map<string, Set<(hasPlace: boolean) => void>>();

  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne;
    this.#places = mostOfOne + 1;
  }

  /** Begins after `patienceMs` at the latest, then without a place: such work finds that its time is over. */
  async run<Result>(userId: string, patienceMs: number, work: () => Promise<Result>): Promise<Result> {
    const hasPlace = this.#take(userId) || (await this.#wait(userId, patienceMs));
    try {
      return await work();
    } finally {
      if (hasPlace) this.#leave(userId);
    }
  }

  #workingOf(userId: string): number {
    return this.#working.get(userId) ?? 0;
  }

  /** Overtakes nobody: where a place is free, whoever waits has as many at work as one may. */
  #take(userId: string): boolean {
    if (this.#places === 0 || this.#workingOf(userId) >= this.#mostOfOne) return false;
    this.#places -= 1;
    this.#working.set(userId, this.#workingOf(userId) + 1);
    return true;
  }

  #wait(userId: string, patienceMs: number): Promise<boolean> {
    const own = this.#waiting.get(userId) ?? new Set();
    this.#waiting.set(userId, own);
    return new Promise((resolve) => {
      const called = (hasPlace: boolean): void => {
        clearTimeout(timer);
        own.delete(called);
        if (own.size === 0) this.#waiting.delete(userId);
        resolve(hasPlace);
      };
      const timer = setTimeout(() => called(false), patienceMs);
      own.add(called);
    });
  }

  #leave(userId: string): void {
    const working = this.#workingOf(userId) - 1;
    if (working === 0) this.#working.delete(userId);
    else this.#working.set(userId, working);
    this.#places += 1;
    this.#callNext();
  }

  #callNext(): void {
    const userId = this.#nextUser();
    if (userId === undefined || !this.#take(userId)) return;
    const own = this.#waiting.get(userId)!;
    const [first] = own;
    this.#waiting.delete(userId);
    this.#waiting.set(userId, own);
    first!(true);
  }

  #nextUser(): string | undefined {
    let next: string | undefined;
    let fewest = this.#mostOfOne;
    for (const userId of this.#waiting.keys()) {
      if (this.#workingOf(userId) >= fewest) continue;
      next = userId;
      fewest = this.#workingOf(userId);
    }
    return next;
  }
}
