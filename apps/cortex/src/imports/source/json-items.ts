import { Tokenizer, TokenParser, TokenType } from "@streamparser/json";

import { LineCounter } from "./line-counter.ts";

/** A record of a file, or why there is none. Lines count from 1. */
export type Item = { line: number; value: unknown } | { line: number; broken: string };

type Token = Parameters<Tokenizer["onToken"]>[0];

const OPENING: ReadonlySet<TokenType> = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const CLOSING: ReadonlySet<TokenType> = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** One object is held whole; lists are not. */
const LARGEST_OBJECT = 256_000_000;
const POSITION = /at position "(\d+)"/;

/** Gathers the items of a document while its bytes go by. */
class ItemGatherer {
  readonly lines = new LineCounter();
  /** Items that are complete and were not taken yet. */
  found: Item[] = [];
  readonly #tokenizer = new Tokenizer();
  readonly #lists: readonly string[];
  #parser: TokenParser | null = null;
  #depth = 0;
  /** Depth at which items begin: 1 in a list, 2 in the lists of an object. */
  #itemDepth = 1;
  #itemLine = 1;
  #lastOffset = 0;
  #hadItems = false;
  #bytes = 0;

  constructor(lists: readonly string[]) {
    this.#lists = lists;
    this.#tokenizer.onToken = (token) => this.#take(token);
  }

  /** False when the document is broken; the reason is the last item then. */
  write(chunk: Uint8Array): boolean {
    this.#bytes += chunk.byteLength;
    if (this.#itemDepth === 2 && this.#bytes > LARGEST_OBJECT) return this.#fail("is one JSON object of more than 256 MB", this.#lastOffset);
    this.lines.add(chunk);
    return this.#attempt(() => this.#tokenizer.write(chunk));
  }

  end(): boolean {
    if (this.#parser === null && this.#bytes === 0) return true;
    if (this.#parser?.isEnded === true) return true;
    return this.#fail("ends in the middle of the JSON", Number.POSITIVE_INFINITY);
  }

  #attempt(step: () => void): boolean {
    try {
      step();
      return true;
    } catch (error) {
      const position = error instanceof Error ? POSITION.exec(error.message)?.[1] : undefined;
      return this.#fail("is not JSON", position === undefined ? this.#lastOffset : Number(position));
    }
  }

  #fail(broken: string, offset: number): false {
    this.found.push({ line: this.lines.lineAt(offset), broken });
    return false;
  }

  #take(token: Token): void {
    this.#lastOffset = token.offset;
    this.#parser ??= this.#parserFor(token);
    const begins = this.#depth === this.#itemDepth && !CLOSING.has(token.token) && token.token !== TokenType.COMMA;
    if (begins) this.#itemLine = this.lines.lineAt(token.offset);
    if (OPENING.has(token.token)) this.#depth += 1;
    if (CLOSING.has(token.token)) this.#depth -= 1;
    this.#parser.write(token);
  }

  #parserFor(first: Token): TokenParser {
    const isObject = first.token === TokenType.LEFT_BRACE;
    this.#itemDepth = isObject ? 2 : 1;
    const paths = isObject ? [...this.#lists.map((list) => `$.${list}.*`), "$"] : ["$.*"];
    const parser = new TokenParser({ paths, keepStack: false });
    parser.onValue = ({ value, stack }) => {
      const isRoot = stack.length === 0;
      if (isRoot && this.#hadItems) return;
      this.#hadItems = true;
      this.found.push({ line: isRoot ? 1 : this.#itemLine, value });
    };
    return parser;
  }
}

/**
 * The items of a JSON document, one after the other: of a list its elements; of an object the elements of its lists of these names, or
 * the object itself when it has none. Lists are never held whole, whatever their size. A document that is not JSON ends with why.
 */
export async function* jsonItems(chunks: AsyncIterable<Uint8Array>, lists: readonly string[] = []): AsyncGenerator<Item, void, undefined> {
  const gatherer = new ItemGatherer(lists);
  let isFirst = true;
  for await (const chunk of chunks) {
    const bytes = isFirst && BYTE_ORDER_MARK.equals(chunk.subarray(0, 3)) ? chunk.subarray(3) : chunk;
    isFirst = false;
    const goesOn = gatherer.write(bytes);
    yield* gatherer.found;
    if (!goesOn) return;
    gatherer.found = [];
  }
  gatherer.end();
  yield* gatherer.found;
}
