/**
 * Writes that no caller was promised to find after the power failed: what they bring is made again from what was acknowledged, or may be missing.
 * Their transactions are as whole as any, and the next write that is promised takes them to the disk along with it.
 */
const REDOABLE = new Set(["commitCapture", "saveVectors", "createSpace", "activateSpace", "dropSpace", "eraseDropped", "saveReceipts", "recordLlmCalls", "touch", "saveNote", "takeNote"]);

export const isRedoable = (name: string): boolean => REDOABLE.has(name);
