/** Numbers behind `after`, up to and with `until`. */
export interface Stretch {
  after: number;
  until: number;
}

/**
 * The numbers from 1 to `last` in stretches of at most `size`; the last one goes on for ever, so that what stands behind `last` is met too.
 * By numbers and not by a limit: a server that sorts what it has found would read a user again for each page.
 */
export function stretches(last: number, size: number): Stretch[] {
  const count = Math.max(1, Math.ceil(last / size));
  return Array.from({ length: count }, (_, index) => ({ after: index * size, until: index === count - 1 ? Number.MAX_SAFE_INTEGER : (index + 1) * size }));
}
