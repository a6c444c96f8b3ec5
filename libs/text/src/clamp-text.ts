export interface ClampLimits {
  /** UTF-16 code units, as `string.length` counts. */
  readonly maxChars?: number | undefined;
  /** Bytes of UTF-8. */
  readonly maxBytes?: number | undefined;
}

interface Room {
  readonly chars: number;
  readonly bytes: number;
}

const MARKER = " … ";
/** The beginning says what a text is about: it gets two thirds. */
const HEAD_SHARE = 2 / 3;

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Bytes of one code unit: a surrogate pair is 3 + 1, a lone half becomes a replacement character of 3. */
function bytesAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  const closesPair = code >= 0xdc00 && code <= 0xdfff && index > 0 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
  return closesPair ? 1 : 3;
}

/** Between two ASCII characters people see two, but for a line end of two; asking the segmenter costs as much as reading the text. */
function isPlainCut(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) < 0x80 && text.charCodeAt(at) < 0x80 && !(text[at - 1] === "\r" && text[at] === "\n");
}

function headEnd(text: string, room: Room): number {
  let end = 0;
  let bytes = 0;
  while (end < text.length && end < room.chars) {
    bytes += bytesAt(text, end);
    if (bytes > room.bytes) break;
    end += 1;
  }
  if (end === text.length || isPlainCut(text, end)) return end;
  return graphemes.segment(text).containing(end)?.index ?? end;
}

function tailStart(text: string, room: Room): number {
  let start = text.length;
  let bytes = 0;
  while (start > 0 && text.length - start < room.chars) {
    bytes += bytesAt(text, start - 1);
    if (bytes > room.bytes) break;
    start -= 1;
  }
  if (isPlainCut(text, start)) return start;
  const cluster = graphemes.segment(text).containing(start);
  if (cluster === undefined || cluster.index === start) return start;
  return cluster.index + cluster.segment.length;
}

/** A limit that does not bind is taken as the text's own size and the marker's: finite, so that it can be shared out. */
function bounded(limit: number | undefined, size: number): number {
  if (limit === undefined) return size;
  return Math.min(Math.floor(Math.max(0, limit)) || 0, size);
}

function fits(text: string, room: Room): boolean {
  return text.length <= room.chars && Buffer.byteLength(text) <= room.bytes;
}

/**
 * Text within both limits: as it is, or its head and its tail around " … ". Characters that people see as one (a letter with
 * its accents, an emoji family) are kept whole or left out whole. Where the limits leave no room for the marker, the head
 * alone, possibly nothing. A limit left out does not bind; a negative one or NaN counts as 0.
 */
export function clampText(text: string, limits: ClampLimits): string {
  const room: Room = {
    chars: bounded(limits.maxChars, text.length + MARKER.length),
    bytes: bounded(limits.maxBytes, Buffer.byteLength(text) + Buffer.byteLength(MARKER)),
  };
  if (fits(text, room)) return text;
  const left: Room = { chars: room.chars - MARKER.length, bytes: room.bytes - Buffer.byteLength(MARKER) };
  if (left.chars < 2 || left.bytes < 2) return text.slice(0, headEnd(text, room));
  const head: Room = { chars: Math.ceil(left.chars * HEAD_SHARE), bytes: Math.ceil(left.bytes * HEAD_SHARE) };
  const tail: Room = { chars: left.chars - head.chars, bytes: left.bytes - head.bytes };
  const beginning = text.slice(0, headEnd(text, head));
  const end = text.slice(tailStart(text, tail));
  return `${beginning}${MARKER}${end}`;
}
