export * from "./change-config-file.ts";
export * from "./describe-settings.ts";
export type { EmbedderSetting } from "./embedders.ts";
export * from "./is-loopback.ts";
export * from "./load-config.ts";
export type { Environment } from "./read-environment.ts";
export type { CortexConfig, SettingName } from "./schema.ts";
export * from "./terminal.ts";
export type { TokenRole, TokenSetting } from "./tokens.ts";
