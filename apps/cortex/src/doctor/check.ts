export type CheckStatus = "ok" | "warning" | "failed";

/** What one check found. Everything that is not ok says what to do. */
export interface CheckResult {
  check: string;
  status: CheckStatus;
  message: string;
  fix: string | null;
}

export const passed = (check: string, message: string): CheckResult => ({ check, status: "ok", message, fix: null });
export const warned = (check: string, message: string, fix: string): CheckResult => ({ check, status: "warning", message, fix });
export const failed = (check: string, message: string, fix: string): CheckResult => ({ check, status: "failed", message, fix });
