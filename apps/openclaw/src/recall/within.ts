/** Waits for a result so long and no longer; a late one, or a late failure, is dropped. */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<{ inTime: true; value: Result } | { inTime: false }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ inTime: false }>((resolve) => {
    timer = setTimeout(() => resolve({ inTime: false }), milliseconds);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work.then((value) => ({ inTime: true as const, value })), late]);
  } finally {
    clearTimeout(timer);
  }
}
