import { readFileSync } from "node:fs";

const PAGE_BYTES = 65_536;
/** What stands before the codes of a list takes one page. */
export const CODES_AT = PAGE_BYTES;
/** Codes looked at by one call of the kernel. */
export const BATCH = 4_096;
/** Largest width of a query: what stands before the codes has room for it. */
export const MAX_DIMENSION = 8_192;
const GROWTH = 1.25;

export interface KernelExports {
  memory: WebAssembly.Memory;
  scan(codes: number, groups: number, width: number, step: number, tables: number, limit: number, first: number, distances: number, slots: number): number;
  products(codes: number, slots: number, count: number, stride: number, query: number, out: number): void;
}

let compiled: WebAssembly.Module | null = null;

/** `vector-kernel.wasm` is what `wabt` makes of `vector-kernel.wat`; a test says so. */
function kernel(): WebAssembly.Module {
  return (compiled ??= new WebAssembly.Module(readFileSync(new URL("./vector-kernel.wasm", import.meta.url))));
}

/** Bytes from code to code: a multiple of 16, what is over is zero. */
export const strideOf = (width: number): number => Math.ceil(width / 16) * 16;

/**
 * Room for a growing number of codes beside the machine's vector instructions, which plain JavaScript cannot reach: looking at signs is
 * 20 times faster there, products of bytes 10 times.
 */
export class CodeMemory {
  readonly kernel = new WebAssembly.Instance(kernel()).exports as unknown as KernelExports;
  readonly #stride: number;
  #capacity = 0;

  constructor(stride: number, capacity: number) {
    this.#stride = stride;
    this.reserve(capacity);
  }

  get bytes(): number {
    return this.buffer.byteLength;
  }

  /** Another one after each growth. */
  get buffer(): ArrayBuffer {
    return this.kernel.memory.buffer;
  }

  /** Room for so many codes in all. */
  reserve(capacity: number): void {
    if (capacity <= this.#capacity) return;
    const wanted = Math.ceil((CODES_AT + capacity * this.#stride - this.bytes) / PAGE_BYTES);
    if (wanted > 0) this.kernel.memory.grow(wanted);
    this.#capacity = Math.floor((this.bytes - CODES_AT) / this.#stride);
  }

  /** Room for one more, and when there is none, for many. */
  reserveNext(length: number): void {
    if (length === this.#capacity) this.reserve(Math.ceil(length * GROWTH) + BATCH);
  }
}
