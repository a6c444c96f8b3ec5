/** A kind of secret that shows itself by its form alone. */
interface TokenPattern {
  kind: string;
  /** The pattern is run only on text that holds one of these; a search for a fixed string costs next to nothing. */
  triggers: readonly string[];
  /** Matches either the secret or, with a group `before`, what leads up to it and the secret. */
  pattern: RegExp;
}

/**
 * A token in one of the usual alphabets. The lookbehind lets a match start only where a token starts: without it, every place
 * inside a long token would be tried, and a megabyte of them would take minutes.
 */
const token = (form: string): RegExp => new RegExp(`(?<![A-Za-z0-9_-])${form}`, "g");

const define = (kind: string, triggers: readonly string[], pattern: RegExp): TokenPattern => ({ kind, triggers, pattern });

const PATTERNS: readonly TokenPattern[] = [
  define("anthropic-key", ["sk-ant-"], token("sk-ant-[A-Za-z0-9_-]{20,}")),
  define("openai-key", ["sk-"], token("sk-(?:proj|svcacct|admin|None|or-v1|lf)-[A-Za-z0-9_-]{20,}")),
  // The old form has no more structure than this, so a digit is asked for: "sk-" also begins words of style sheets and of Slovak.
  define("openai-key", ["sk-"], token("sk-(?=[A-Za-z]{0,80}[0-9])[A-Za-z0-9]{32,}")),
  define("github-token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], token("gh[pousr]_[A-Za-z0-9_]{30,}(?:\\.[A-Za-z0-9_-]+){0,2}")),
  define("github-token", ["github_pat_"], token("github_pat_[A-Za-z0-9_]{36,}")),
  define("gitlab-token", ["gl"], token("gl(?:pat|dt|rt|cbt|ptt|soat|ft|imt|agent|oas)-[A-Za-z0-9_-]{20,}")),
  // The secret key has no mark of its own; soon after the id, forty such characters are it. Before the id itself is replaced.
  define("aws-secret-key", ["AKIA", "ASIA"],
    /(?<before>(?<![A-Za-z0-9/+=_-])A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9/+=_-])[^\r]{1,80}?(?<![A-Za-z0-9/+=_-]))(?=[A-Za-z/+]*[0-9])(?=[A-Z0-9/+]*[a-z])(?![0-9a-f]{40})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])/g),
  define("aws-access-key-id", ["A3T", "AKIA", "AGPA", "AIDA", "AROA", "AIPA", "ANPA", "ANVA", "ASIA", "ABIA", "ACCA"],
    /(?<![A-Za-z0-9/+=_-])(?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9/+=_-])/g),
  define("slack-token", ["xox", "xapp-"], token("(?:xox[abceoprs](?:\\.xox[a-z])?|xapp)-[A-Za-z0-9-]{10,}")),
  define("slack-webhook", ["hooks.slack.com/"], /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{20,}/gi),
  define("discord-webhook", ["/api/webhooks/"], /https:\/\/(?:[a-z]{2,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{5,25}\/[A-Za-z0-9_-]{20,}/gi),
  define("discord-token", ["."], token("[MNO][A-Za-z0-9_-]{22,28}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9_-])")),
  define("google-key", ["AIza"], token("AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])")),
  define("google-oauth", ["ya29."], token("ya29\\.[A-Za-z0-9_-]{20,}")),
  define("google-oauth", ["GOCSPX-"], token("GOCSPX-[A-Za-z0-9_-]{20,}")),
  define("google-oauth", ["1//0"], token("1//0[A-Za-z0-9_-]{30,}")),
  define("stripe-key", ["k_live_", "k_test_"], token("[sr]k_(?:live|test)_[A-Za-z0-9]{16,}")),
  define("stripe-webhook-secret", ["whsec_"], token("whsec_[A-Za-z0-9+/=]{24,}")),
  define("jwt", ["eyJ"], token("eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?")),
  define("npm-token", ["npm_"], token("npm_[A-Za-z0-9]{30,}")),
  define("pypi-token", ["pypi-AgE"], token("pypi-AgE[A-Za-z0-9_-]{40,}")),
  define("huggingface-token", ["hf_", "api_org_"], token("(?:hf|api_org)_[A-Za-z0-9]{30,}")),
  define("sendgrid-key", ["SG."], token("SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}")),
  define("twilio-key", ["SK"], token("SK[0-9a-f]{32}(?![A-Za-z0-9_-])")),
  define("telegram-bot-token", [":A"], token("(?:bot)?[0-9]{8,10}:A[A-Za-z0-9_-]{34}(?![A-Za-z0-9_-])")),
  define("mailgun-key", ["key-"], token("key-[0-9a-f]{32}(?![A-Za-z0-9_-])")),
  define("mailchimp-key", ["-us"], token("[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9_-])")),
  define("digitalocean-token", ["do"], token("do[opr]_v1_[0-9a-f]{40,}")),
  define("azure-key", ["AccountKey=", "SharedAccessKey="], /(?<before>(?:Account|SharedAccess)Key=)[A-Za-z0-9+/]{40,}={0,2}/g),
  define("age-key", ["AGE-SECRET-KEY-1"], token("AGE-SECRET-KEY-1[A-Z0-9]{40,}")),
  define("api-key", ["r8_", "pplx-", "xai-", "tvly-", "sntrys_", "rubygems_", "dp.pt.", "nvapi-", "fal_", "e2b_"],
    token("(?:r8_|pplx-|xai-|tvly-|sntrys_|rubygems_|dp\\.pt\\.|nvapi-|fal_|e2b_)(?=[A-Za-z_-]{0,80}[0-9])[A-Za-z0-9_=-]{30,}")),
  define("bearer-token", ["earer", "EARER"], /(?<before>\bbearer[ \t]{1,4}["']?)(?=[^\s"',;]{0,512}[0-9])[A-Za-z0-9._~+/=-]{16,}/gi),
  define("basic-auth", ["uthorization", "UTHORIZATION"], /(?<before>\bauthorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?basic[ \t]{1,4})[A-Za-z0-9+/=_-]{8,}/gi),
  define("auth-token", ["uthorization", "UTHORIZATION"], /(?<before>\bauthorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:token|apikey|key)[ \t=]{1,4})[A-Za-z0-9._~+/=-]{12,}/gi),
];

/** Replaces what is a secret by its very form: keys and tokens of known services, JWTs, authorization headers. */
export function redactTokens(text: string): string {
  let result = text;
  for (const { kind, triggers, pattern } of PATTERNS) {
    if (!triggers.some((trigger) => result.includes(trigger))) continue;
    result = result.replace(pattern, (...found) => {
      const groups: unknown = found.at(-1);
      const before = typeof groups === "object" ? (groups as { before?: string }).before : undefined;
      return `${before ?? ""}[redacted:${kind}]`;
    });
  }
  return result;
}
