import { formatPath, isTable, type Path, valueAt } from "./document.ts";
import type { ParsedConfig } from "./sections/schema.ts";
import { withScheme } from "./sections/setting.ts";

/**
 * Keys for numbers that have limits. At startup, Supabase Auth replaces a value outside the limits (`ApplyDefaults`).
 */
const limitedPaths: readonly Path[] = [
  ["auth", "jwt_expiry"],
  ["auth", "minimum_password_length"],
  ["auth", "email", "otp_length"],
  ["auth", "email", "otp_expiry"],
  ["auth", "sms", "otp_length"],
  ["auth", "sms", "otp_expiry"],
  ["auth", "mfa", "phone", "otp_length"],
];

/** Keys for durations. Supabase Auth replaces zero with a minute. */
const intervalPaths: readonly Path[] = [
  ["auth", "email", "max_frequency"],
  ["auth", "sms", "max_frequency"],
  ["auth", "mfa", "phone", "max_frequency"],
];

const durationPaths: readonly Path[] = [
  ...intervalPaths,
  ["auth", "sessions", "timebox"],
  ["auth", "sessions", "inactivity_timeout"],
];

const addressPaths: readonly Path[] = [
  ["api", "external_url"],
  ["auth", "site_url"],
  ["auth", "external_url"],
];

/**
 * Returns a message for each value in the file that the server replaces. The message continues the sentence that the
 * key begins.
 */
export function warnOfAdjustments(
  document: unknown,
  config: ParsedConfig,
): readonly { readonly path: Path; readonly message: string }[] {
  const findChange = (path: Path) => {
    const configured = valueAt(document, path);
    const effective = valueAt(config, path);
    return configured !== undefined && configured !== "" && String(configured) !== String(effective)
      ? [{ path, found: JSON.stringify(configured), used: JSON.stringify(effective) }]
      : [];
  };
  const providers = Object.keys(config.auth.external).flatMap((name) =>
    ["url", "redirect_uri"].map((key) => ["auth", "external", name, key]),
  );
  return [
    ...limitedPaths.flatMap(findChange).map(({ path, found: configured, used: effective }) => ({
      path,
      message:
        effective === "604800"
          ? `is ${configured}, above the limit of the hosted service; ${effective}, a week, is used.`
          : `is ${configured}, outside the limits of Supabase Auth; ${effective} is used, as there.`,
    })),
    ...intervalPaths
      .filter((path) => valueAt(document, path) !== undefined && valueAt(config, path) === 0)
      .map((path) => {
        const message =
          "is zero, so messages follow each other at once; Supabase Auth waits a minute.";
        return { path, message };
      }),
    ...durationPaths
      .filter(
        (path) => typeof valueAt(document, path) === "number" && valueAt(document, path) !== 0,
      )
      .map((path) => {
        const configured = String(valueAt(document, path));
        return { path, message: `has no unit and counts as seconds; write "${configured}s".` };
      }),
    ...[...addressPaths, ...providers]
      .flatMap(findChange)
      .map(({ path, found: configured, used: effective }) => ({
        path,
        message: `is ${configured}, which has no scheme; ${effective} is used.`,
      })),
    ...config.auth.additional_redirect_urls
      .filter((pattern) => withScheme(pattern) !== pattern)
      .map((pattern) => ({
        path: ["auth", "additional_redirect_urls"],
        message: `has ${JSON.stringify(pattern)}, which has no scheme and matches no address; write ${JSON.stringify(withScheme(pattern))}.`,
      })),
    ...["email", "sms"].flatMap((name) => findContradictorySwitches(document, ["auth", name])),
  ];
}

/** Returns a warning if a section sets `enabled` and its older name `enable_signup` to different values. */
function findContradictorySwitches(document: unknown, section: Path) {
  const table = valueAt(document, section);
  if (!isTable(table) || table["enabled"] === undefined) return [];
  if (table["enable_signup"] === undefined) return [];
  if (String(table["enabled"]) === String(table["enable_signup"])) return [];
  const path = [...section, "enable_signup"];
  const newer = formatPath([...section, "enabled"]);
  return [{ path, message: `has no effect beside ${newer}, which replaces it.` }];
}
