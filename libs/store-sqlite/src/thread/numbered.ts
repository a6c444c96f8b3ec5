/** Values by small numbers, each once. Number 0 stands for what is not there. */
export class Numbered<Value> {
  readonly values: (Value | null)[] = [null];
  readonly #numbers = new Map<string, number>();

  numberOf(key: string, value: Value): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}
