import { Problem } from "../problem.ts";

const BYTE_ORDER_MARK = "\uFEFF";

/** A file's text with plain line ends, and how to write it again. */
export interface DecodedText {
  text: string;
  /** Whether every line ends as on Windows. */
  windowsLines: boolean;
  mark: boolean;
}

/** Throws `config_unreadable` for what is not UTF-8. */
export function decodeText(content: Buffer, path: string): DecodedText {
  let decoded: string;
  try {
    decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch (cause) {
    throw new Problem(`${path} is not UTF-8 text.`, { code: "config_unreadable", fix: "Save it as UTF-8; nothing was changed.", cause });
  }
  const mark = decoded.startsWith(BYTE_ORDER_MARK);
  const text = mark ? decoded.slice(1) : decoded;
  const lines = text.split("\n").length - 1;
  const windowsLines = lines > 0 && text.split("\r\n").length - 1 === lines;
  return { text: windowsLines ? text.replaceAll("\r\n", "\n") : text, windowsLines, mark };
}

/** Written as the file was before: its line ends and its byte order mark. */
export function encodeText(text: string, like: Buffer | null, path: string): Buffer {
  const { windowsLines, mark } = like === null ? { windowsLines: false, mark: false } : decodeText(like, path);
  return Buffer.from(`${mark ? BYTE_ORDER_MARK : ""}${windowsLines ? text.replaceAll("\n", "\r\n") : text}`);
}
