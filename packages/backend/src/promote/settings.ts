import { isTable, type Table } from "../config/document.ts";
import type { ParsedConfig } from "../config/sections/schema.ts";
import { type Difference, difference, failure } from "./rehearsal.ts";

/** The sections that `supabase config push` applies (supabase/cli, `pkg/config/updater.go`). */
const pushedSections = [
  "api",
  "db.settings",
  "db.network_restrictions",
  "db.ssl_enforcement",
  "auth",
  "storage",
  "experimental",
];

/** Returns the sections of a config.toml that `supabase config push` would apply. */
export const sectionsToPush = (document: Table): string[] =>
  pushedSections.filter((path) => {
    const [section = "", part] = path.split(".");
    const table = document[section];
    return part === undefined ? table !== undefined : isTable(table) && table[part] !== undefined;
  });

/** Returns the settings that have another effect on the hosted service. */
export function settingDifferences(config: ParsedConfig, document: Table): Difference[] {
  const { email, sms } = config.auth;
  const portico = document["portico"];
  return [
    ...Object.entries(config.auth.external).flatMap(([name, provider]) =>
      provider.enabled ? providerDifferences(name, provider) : [],
    ),
    ...(email.smtp?.enabled
      ? []
      : [
          difference(
            "[auth.email.smtp] is not configured. The hosted service then sends a few messages an hour, and only to members of your organization.",
            "Configure a mail server.",
          ),
        ]),
    ...(sms.enable_signup && !hasSmsProvider(sms)
      ? [
          failure(
            "Sign-in by phone is on, and [auth.sms] does not configure a provider. Text messages arrive in the inbox only here.",
            "Configure a provider in [auth.sms].",
          ),
        ]
      : []),
    ...(isTable(portico)
      ? Object.keys(portico).map((key) =>
          difference(
            `[portico] ${key} has no effect on the hosted service.`,
            porticoAdvice[key] ?? "No action is needed.",
          ),
        )
      : []),
  ];
}

const porticoAdvice: Readonly<Record<string, string>> = {
  backup: "The hosted service makes backups on paid plans.",
  realtime: "Set it in the dashboard: Realtime Settings, Allow public access.",
};

const hasSmsProvider = (sms: object) =>
  Object.values(sms).some((provider) => isTable(provider) && provider["enabled"] === true);

function providerDifferences(
  name: string,
  {
    client_id,
    secret,
  }: { readonly client_id?: string | undefined; readonly secret?: string | undefined },
): Difference[] {
  const key = `auth.external.${name}`;
  if (!client_id) {
    return [
      failure(
        `${key} has no client_id. Here a sandbox replaces the provider; on the hosted service, the sign-in fails.`,
        `Register an application with ${name} (docs/social-login.md).`,
      ),
    ];
  }
  if (secret || name === "apple") return [];
  return [
    failure(
      `${key} has no secret, which ${name} needs to exchange its code.`,
      `Set secret = "env(SUPABASE_AUTH_EXTERNAL_${name.toUpperCase()}_SECRET)" and the variable.`,
    ),
  ];
}
