/** Stands for a secret without being one: ${VAR}, <password>, {{token}}, ****, "your-key-here", or what this very library wrote. */
const PLACEHOLDER =
  /^(?:\[redacted:|\$|<|\{|%|&[a-z]+;|\.{2,}|…|\*+$|x{3,}$|•+$|-+$|_+$|(?:your|my|the|some|enter|insert|change|replace|example|dummy|fake|redacted|hidden|masked|removed)[-_ ]?(?:own|secret|super|api|access|auth|db|database|strong|new|old|actual|real)?[-_ ]?(?:pass|password|passwd|passphrase|token|key|secret|here|me|it|this|value|apikey)?(?:[-_ ](?:here|goes|value))*$)/i;

/** Whether a value only marks the place of a secret. */
export const isPlaceholder = (value: string): boolean => PLACEHOLDER.test(value);
