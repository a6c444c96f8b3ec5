const LINE_FEED = 0x0a;

/** Tells the line of a byte of a stream while its chunks go by. Each byte is looked at once. */
export class LineCounter {
  /** Line feeds before `#counted`. */
  #feeds = 0;
  /** Bytes whose line feeds are counted. */
  #counted = 0;
  #chunk: Uint8Array = new Uint8Array();
  #chunkStart = 0;

  /** The next chunk; the one before cannot be asked about any more. */
  add(chunk: Uint8Array): void {
    this.#countTo(this.#chunkStart + this.#chunk.byteLength);
    this.#chunkStart += this.#chunk.byteLength;
    this.#chunk = chunk;
  }

  /** Line, from 1, of a byte of the current chunk. Offsets may only grow; earlier ones have the line of the last one asked for. */
  lineAt(offset: number): number {
    this.#countTo(Math.min(offset, this.#chunkStart + this.#chunk.byteLength));
    return this.#feeds + 1;
  }

  #countTo(offset: number): void {
    for (let at = this.#chunk.indexOf(LINE_FEED, this.#counted - this.#chunkStart); at !== -1; at = this.#chunk.indexOf(LINE_FEED, at + 1)) {
      if (this.#chunkStart + at >= offset) break;
      this.#feeds += 1;
      this.#counted = this.#chunkStart + at + 1;
    }
    this.#counted = Math.max(this.#counted, offset);
  }
}
