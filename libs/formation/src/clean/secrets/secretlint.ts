import { lintSource } from "@secretlint/core";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";

/**
 * The library's rules that our own patterns lack. The others are left out for a reason: they overlap with ours and would redact a
 * host together with its password, or (filter-comments) let a text switch the detection off by naming it.
 */
const WANTED: Record<string, { kind: string; triggers: readonly string[] }> = {
  "@secretlint/secretlint-rule-shopify": { kind: "shopify-token", triggers: ["shppa_", "shpca_", "shpat_", "shpss_"] },
  "@secretlint/secretlint-rule-grafana": { kind: "grafana-token", triggers: ["glc_", "glsa_"] },
  "@secretlint/secretlint-rule-groq": { kind: "groq-key", triggers: ["gsk_"] },
  "@secretlint/secretlint-rule-linear": { kind: "linear-key", triggers: ["lin_api_"] },
  "@secretlint/secretlint-rule-notion": { kind: "notion-token", triggers: ["ntn_"] },
  "@secretlint/secretlint-rule-1password": { kind: "1password-token", triggers: ["ops_ey"] },
  "@secretlint/secretlint-rule-hashicorp-vault": { kind: "vault-token", triggers: ["hvs.", "hvb.", "hvr."] },
  "@secretlint/secretlint-rule-vercel": { kind: "vercel-token", triggers: ["vcp_", "vci_", "vca_", "vcr_", "vck_"] },
  "@secretlint/secretlint-rule-databricks": { kind: "databricks-token", triggers: ["dapi"] },
  "@secretlint/secretlint-rule-docker": { kind: "docker-token", triggers: ["dckr_pat_"] },
  "@secretlint/secretlint-rule-figma": { kind: "figma-token", triggers: ["figd_"] },
  "@secretlint/secretlint-rule-cloudflare": { kind: "cloudflare-token", triggers: ["cfk_", "cfut_", "cfat_"] },
  "@secretlint/secretlint-rule-tailscale": { kind: "tailscale-key", triggers: ["tskey-"] },
};

const TRIGGERS = Object.values(WANTED).flatMap(({ triggers }) => triggers);

const config = {
  rules: rules.flatMap((rule) => (rule.meta.id in WANTED ? [{ id: rule.meta.id, rule, options: {} }] : [])),
};

/** A run of the library costs about a third of a millisecond, so it is asked only about text that could hold something. */
export async function redactWithSecretlint(text: string): Promise<string> {
  if (!TRIGGERS.some((trigger) => text.includes(trigger))) return text;
  const source = { content: text, filePath: "message.txt", ext: ".txt", contentType: "text" as const };
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
  let result = "";
  let from = 0;
  for (const { range, ruleId } of messages.toSorted((left, right) => left.range[0] - right.range[0])) {
    if (range[0] < from) continue;
    result += `${text.slice(from, range[0])}[redacted:${WANTED[ruleId]?.kind ?? "secret"}]`;
    from = range[1];
  }
  return from === 0 ? text : result + text.slice(from);
}
