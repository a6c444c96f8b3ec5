/** Waits until `holds` is true, looking every 50 ms; throws what `otherwise` says when the time is up. */
export async function until(holds: () => Promise<boolean> | boolean, { limitMs, otherwise }: { limitMs: number; otherwise: () => string }): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(otherwise());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
