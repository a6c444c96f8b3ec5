const BYTE_UNITS = ["B", "kB", "MB", "GB", "TB"];

/** 16400000 → "16.4 MB". */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1_000 && unit < BYTE_UNITS.length - 1) [value, unit] = [value / 1_000, unit + 1];
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${BYTE_UNITS[unit]!}`;
}

/** Count with its noun: "1 turn", "3 turns". */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? noun : nouns}`;
}

const WHEN = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });

/** An ISO time in the person's own zone: "Fri, 14 Nov 2025, 09:30". */
export function formatTime(iso: string): string {
  return WHEN.format(new Date(iso));
}

/** One line of at most the given length, for lists. */
export function oneLine(text: string, length = 200): string {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  return flat.length <= length ? flat : `${flat.slice(0, length - 1)}…`;
}

/**
 * Control characters out of text that somebody else wrote, so that a memory cannot move the cursor or change the title of the
 * terminal it is shown in.
 */
export function harmless(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, "�");
}
