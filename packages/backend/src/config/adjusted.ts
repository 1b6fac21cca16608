import { formatPath, isTable, type Path, valueAt } from "./document.ts";
import type { ParsedConfig } from "./sections/schema.ts";
import { withScheme } from "./sections/setting.ts";

/** Numbers with limits. At its start, Supabase Auth replaces values outside of them (`ApplyDefaults`). */
const limited: readonly Path[] = [
  ["auth", "jwt_expiry"],
  ["auth", "minimum_password_length"],
  ["auth", "email", "otp_length"],
  ["auth", "email", "otp_expiry"],
  ["auth", "sms", "otp_length"],
  ["auth", "sms", "otp_expiry"],
  ["auth", "mfa", "phone", "otp_length"],
];

/** Durations that Supabase Auth replaces with a minute if they are zero. */
const intervals: readonly Path[] = [
  ["auth", "email", "max_frequency"],
  ["auth", "sms", "max_frequency"],
  ["auth", "mfa", "phone", "max_frequency"],
];

const durations: readonly Path[] = [
  ...intervals,
  ["auth", "sessions", "timebox"],
  ["auth", "sessions", "inactivity_timeout"],
];

const addresses: readonly Path[] = [
  ["api", "external_url"],
  ["auth", "site_url"],
  ["auth", "external_url"],
];

/** Returns a message, without its subject, for each value in the file that the server replaces. */
export function adjustments(
  document: unknown,
  config: ParsedConfig,
): readonly { readonly path: Path; readonly message: string }[] {
  const changed = (path: Path) => {
    const found = valueAt(document, path);
    const used = valueAt(config, path);
    return found !== undefined && found !== "" && String(found) !== String(used)
      ? [{ path, found: JSON.stringify(found), used: JSON.stringify(used) }]
      : [];
  };
  const providers = Object.keys(config.auth.external).flatMap((name) =>
    ["url", "redirect_uri"].map((key) => ["auth", "external", name, key]),
  );
  return [
    ...limited.flatMap(changed).map(({ path, found, used }) => ({
      path,
      message:
        used === "604800"
          ? `is ${found}, above the limit of the hosted service; ${used}, a week, is used.`
          : `is ${found}, outside the limits of Supabase Auth; ${used} is used, as there.`,
    })),
    ...intervals
      .filter((path) => valueAt(document, path) !== undefined && valueAt(config, path) === 0)
      .map((path) => {
        const message =
          "is zero, so messages follow each other at once; Supabase Auth waits a minute.";
        return { path, message };
      }),
    ...durations
      .filter(
        (path) => typeof valueAt(document, path) === "number" && valueAt(document, path) !== 0,
      )
      .map((path) => {
        const found = String(valueAt(document, path));
        return { path, message: `has no unit and counts as seconds; write "${found}s".` };
      }),
    ...[...addresses, ...providers].flatMap(changed).map(({ path, found, used }) => ({
      path,
      message: `is ${found}, which has no scheme; ${used} is used.`,
    })),
    ...config.auth.additional_redirect_urls
      .filter((pattern) => withScheme(pattern) !== pattern)
      .map((pattern) => ({
        path: ["auth", "additional_redirect_urls"],
        message: `has ${JSON.stringify(pattern)}, which has no scheme and matches no address; write ${JSON.stringify(withScheme(pattern))}.`,
      })),
    ...["email", "sms"].flatMap((name) => twiceSwitched(document, ["auth", name])),
  ];
}

/** Warns if a section sets both `enabled` and its older name `enable_signup`, to different values. */
function twiceSwitched(document: unknown, section: Path) {
  const table = valueAt(document, section);
  if (!isTable(table) || table["enabled"] === undefined) return [];
  if (table["enable_signup"] === undefined) return [];
  if (String(table["enabled"]) === String(table["enable_signup"])) return [];
  const path = [...section, "enable_signup"];
  const newer = formatPath([...section, "enabled"]);
  return [{ path, message: `has no effect beside ${newer}, which replaces it.` }];
}
