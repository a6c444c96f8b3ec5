/** The best documents seen so far by score, a heap with the worst of them on top. Among equals the older (the smaller rid) is better. */
export class BestDocuments {
  /** What a document must at least have to get among the best; 0 until there are enough. */
  floor = 0;
  readonly #limit: number;
  readonly #rids: number[] = [];
  readonly #scores: number[] = [];

  /** Keeps so many, at least one. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get full(): boolean {
    return this.#rids.length === this.#limit;
  }

  /** Whether a document of this score would be kept. */
  takes(rid: number, score: number): boolean {
    return !this.full || score > this.floor || (score === this.floor && rid < this.#rids[0]!);
  }

  /** Only what it takes. */
  add(rid: number, score: number): void {
    if (this.full) this.#sink(rid, score);
    else this.#rise(rid, score);
    if (this.full) this.floor = this.#scores[0]!;
  }

  /** Best first. */
  rids(): number[] {
    const order = this.#rids.map((_, index) => index).sort((a, b) => this.#scores[b]! - this.#scores[a]! || this.#rids[a]! - this.#rids[b]!);
    return order.map((index) => this.#rids[index]!);
  }

  #worse(rid: number, score: number, place: number): boolean {
    const other = this.#scores[place]!;
    return score < other || (score === other && rid > this.#rids[place]!);
  }

  #put(place: number, rid: number, score: number): void {
    this.#rids[place] = rid;
    this.#scores[place] = score;
  }

  /** From the end up to where its parent is worse. */
  #rise(rid: number, score: number): void {
    let place = this.#rids.length;
    for (let parent = (place - 1) >> 1; place > 0 && this.#worse(rid, score, parent); parent = (place - 1) >> 1) {
      this.#put(place, this.#rids[parent]!, this.#scores[parent]!);
      place = parent;
    }
    this.#put(place, rid, score);
  }

  /** In place of the worst, down to where both children are better. */
  #sink(rid: number, score: number): void {
    let place = 0;
    for (let child = 1; child < this.#rids.length; child = 2 * place + 1) {
      if (child + 1 < this.#rids.length && this.#worse(this.#rids[child + 1]!, this.#scores[child + 1]!, child)) child += 1;
      if (this.#worse(rid, score, child)) break;
      this.#put(place, this.#rids[child]!, this.#scores[child]!);
      place = child;
    }
    this.#put(place, rid, score);
  }
}
