import { open } from "node:fs/promises";
import { join } from "node:path";

/** About what an acknowledgement of two turns adds to the log. */
const BYTES = 64 * 1024;
const FILE = "bench-sync";

/** One write and sync of the disk that holds a home, in milliseconds: the part of an acknowledgement that no program can save. */
export async function openDiskSync(home: string): Promise<{ once(): Promise<number>; close(): Promise<void> }> {
  const file = await open(join(home, FILE), "w");
  const bytes = Buffer.alloc(BYTES, 1);
  return {
    async once() {
      const start = performance.now();
      await file.write(bytes, 0, BYTES, 0);
      await file.datasync();
      return performance.now() - start;
    },
    close: () => file.close(),
  };
}
