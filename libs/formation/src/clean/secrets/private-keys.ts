const BEGIN = "-----BEGIN ";
const END = "-----END ";
const PRIVATE_LABEL = /^[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const MARK = "[redacted:private-key]";

/** What a key block is made of between its two lines: base64, line ends (also written out as \n), headers like "Proc-Type: 4,ENCRYPTED". */
const BODY_LINE = /^(?:[A-Za-z0-9+/=]*|[A-Za-z-]{3,30}: [^\n]{0,100})$/;
const MIN_BODY_LINE = 16;
/** Longer than any key in use. */
const MAX_BODY = 16_384;

/** Replaces PEM and PGP private key blocks, whole or cut at either end. Public keys and certificates stay. */
export function redactPrivateKeys(text: string): string {
  if (!text.includes("PRIVATE KEY")) return text;
  return redactTails(redactBlocks(text));
}

function redactBlocks(text: string): string {
  let result = "";
  let from = 0;
  // The next end line is looked up once and kept until it is passed: a text full of begin lines stays linear.
  let end = text.indexOf(END);
  for (let begin = text.indexOf(BEGIN); begin !== -1; begin = text.indexOf(BEGIN, begin + 1)) {
    if (begin < from) continue;
    const label = PRIVATE_LABEL.exec(text.slice(begin + BEGIN.length, begin + BEGIN.length + 70));
    if (label === null) continue;
    const bodyFrom = begin + BEGIN.length + label[0].length;
    while (end !== -1 && end < bodyFrom) end = text.indexOf(END, end + 1);
    const nextBegin = text.indexOf(BEGIN, bodyFrom);
    const closed = end !== -1 && (nextBegin === -1 || end < nextBegin);
    result += text.slice(from, begin) + MARK;
    from = closed ? endOfLabel(text, end) : endOfBody(text, bodyFrom, nextBegin === -1 ? text.length : nextBegin);
  }
  return from === 0 ? text : result + text.slice(from);
}

function endOfLabel(text: string, end: number): number {
  const dashes = text.indexOf("-----", end + END.length);
  return dashes === -1 || dashes - end > 70 ? end + END.length : dashes + 5;
}

/** Without an end line, the key reaches as far as its lines look like one. */
function endOfBody(text: string, from: number, limit: number): number {
  const body = text.slice(from, Math.min(limit, from + MAX_BODY));
  let end = 0;
  for (const line of linesOf(body)) {
    if (!BODY_LINE.test(line.text)) break;
    end = line.end;
  }
  return from + end;
}

/** Lines with their end offsets; a written-out \n counts as a line end, as in JSON and environment files. */
function* linesOf(body: string): Generator<{ text: string; end: number }> {
  let start = 0;
  for (const found of body.matchAll(/\r?\n|\\r\\n|\\n/g)) {
    yield { text: body.slice(start, found.index).trim(), end: found.index };
    start = found.index + found[0].length;
  }
  const rest = /^[A-Za-z0-9+/=]*/.exec(body.slice(start))![0];
  // Within one line of JSON or of prose, only something as long as a line of a key belongs to it.
  yield { text: rest.length >= MIN_BODY_LINE ? rest : "-", end: start + rest.length };
}

/** A block that lost its head: key lines right before an end line. */
function redactTails(text: string): string {
  const [first, ...rest] = text.split(END);
  let result = "";
  let pending = first!;
  for (const piece of rest) {
    const label = PRIVATE_LABEL.exec(piece.slice(0, 70));
    const cut = label === null ? null : tailStart(pending);
    if (label === null || cut === null) {
      result += pending + END;
      pending = piece;
    } else {
      result += pending.slice(0, cut) + MARK;
      pending = piece.slice(label[0].length);
    }
  }
  return result + pending;
}

/** Where the key lines at the end of the text begin; null when there are none. */
function tailStart(text: string): number | null {
  const window = text.slice(-MAX_BODY);
  const offset = text.length - window.length;
  const lines = [...window.matchAll(/(?:(?!\\[nr])\S)+/g)];
  let start: number | null = null;
  for (const line of lines.reverse()) {
    // Only the last line of a key may be short.
    const wanted = start === null ? MIN_BODY_LINE / 4 : MIN_BODY_LINE;
    if (line[0].length < wanted || !/^[A-Za-z0-9+/=]+$/.test(line[0])) break;
    start = offset + line.index;
  }
  return start !== null && text.length - start >= MIN_BODY_LINE ? start : null;
}
