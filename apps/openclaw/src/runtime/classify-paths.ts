import { memoryPath, originOf, PathNotAllowed, realMemoryPath } from "./workspace-files.ts";
import type { OriginClass } from "./workspace-files.ts";

export interface PathsToClassify {
  workspaceDir: string;
  relativePaths: readonly string[];
  /** Files that the host has already read from another machine: the path of each as it really is there. */
  readSources?: readonly { relativePath: string; canonicalRelativePath?: string }[] | undefined;
}

/** What the host knows about who wrote a file; undefined where it knows nothing, or this host cannot be asked. */
export type RecordedOrigin = (file: { workspaceDir: string; relativePath: string }) => Promise<OriginClass | undefined>;

/**
 * Says of each path who may have written the file. The host puts MEMORY.md and USER.md into a prompt only when their class is "owner" or "agent";
 * without an answer it drops them. What lies outside the workspace, or is no memory file, is "untrusted", and so is whatever the host itself has
 * recorded as written on behalf of somebody untrusted.
 */
export async function classifyPaths({ workspaceDir, relativePaths, readSources }: PathsToClassify, recorded: RecordedOrigin): Promise<{ relativePath: string; originClass: OriginClass }[]> {
  return Promise.all(
    relativePaths.map(async (relativePath) => {
      const real = readSources === undefined ? await realPath(workspaceDir, relativePath) : readSources.find((source) => source.relativePath === relativePath)?.canonicalRelativePath;
      const origin = real === undefined || real === null ? null : originOf(real);
      if (origin === null || origin === "system") return { relativePath, originClass: origin ?? "untrusted" };
      return { relativePath, originClass: (await recorded({ workspaceDir, relativePath: real! })) ?? origin };
    }),
  );
}

/** Null when the file is not there, or may not be read. */
async function realPath(workspace: string, path: string): Promise<string | null> {
  try {
    return memoryPath(path) === null ? null : await realMemoryPath(workspace, memoryPath(path)!);
  } catch (error) {
    if (error instanceof PathNotAllowed) return null;
    throw error;
  }
}
