import { isTable, type Path, type Table } from "../document.ts";
import type { Environment } from "./variable-types.ts";
import { variables } from "./variables.ts";

/**
 * Maps the environment variables of Supabase Auth's server, which a compose file for self-hosting sets, to the
 * equivalent keys of config.toml (supabase/auth, `internal/conf/configuration.go`). The variables take precedence over
 * the file.
 */

/** How a variable's text is converted to the key's value. */
type Conversion = "same" | "flag" | "opposite flag";

interface Mapping {
  readonly variable: string;
  readonly key: string;
  readonly conversion: Conversion;
}

const same = (variable: string, key: string): Mapping => ({
  variable,
  key,
  conversion: "same",
});
const flag = (variable: string, key: string): Mapping => ({
  variable,
  key,
  conversion: "flag",
});
const opposite = (variable: string, key: string): Mapping => ({
  variable,
  key,
  conversion: "opposite flag",
});

const general: readonly Mapping[] = [
  same("API_EXTERNAL_URL", "api.external_url"),
  same("GOTRUE_SITE_URL", "auth.site_url"),
  same("GOTRUE_URI_ALLOW_LIST", "auth.additional_redirect_urls"),
  opposite("GOTRUE_DISABLE_SIGNUP", "auth.enable_signup"),
  flag("GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED", "auth.enable_anonymous_sign_ins"),
  flag("GOTRUE_SECURITY_MANUAL_LINKING_ENABLED", "auth.enable_manual_linking"),
  same("GOTRUE_JWT_SECRET", "auth.jwt_secret"),
  same("GOTRUE_JWT_EXP", "auth.jwt_expiry"),
  same("GOTRUE_JWT_ISSUER", "auth.jwt_issuer"),
  flag("GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED", "auth.enable_refresh_token_rotation"),
  same("GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL", "auth.refresh_token_reuse_interval"),
  same("GOTRUE_PASSWORD_MIN_LENGTH", "auth.minimum_password_length"),
  flag("GOTRUE_SECURITY_CAPTCHA_ENABLED", "auth.captcha.enabled"),
  same("GOTRUE_SECURITY_CAPTCHA_PROVIDER", "auth.captcha.provider"),
  same("GOTRUE_SECURITY_CAPTCHA_SECRET", "auth.captcha.secret"),
  same("GOTRUE_SESSIONS_TIMEBOX", "auth.sessions.timebox"),
  same("GOTRUE_SESSIONS_INACTIVITY_TIMEOUT", "auth.sessions.inactivity_timeout"),
  same("GOTRUE_RATE_LIMIT_EMAIL_SENT", "auth.rate_limit.email_sent"),
  same("GOTRUE_RATE_LIMIT_SMS_SENT", "auth.rate_limit.sms_sent"),
  same("GOTRUE_RATE_LIMIT_ANONYMOUS_USERS", "auth.rate_limit.anonymous_users"),
  same("GOTRUE_RATE_LIMIT_TOKEN_REFRESH", "auth.rate_limit.token_refresh"),
  same("GOTRUE_RATE_LIMIT_VERIFY", "auth.rate_limit.token_verifications"),
  same("GOTRUE_RATE_LIMIT_WEB3", "auth.rate_limit.web3"),
  flag("GOTRUE_PASSKEY_ENABLED", "auth.passkey.enabled"),
  same("GOTRUE_WEBAUTHN_RP_DISPLAY_NAME", "auth.webauthn.rp_display_name"),
  same("GOTRUE_WEBAUTHN_RP_ID", "auth.webauthn.rp_id"),
  same("GOTRUE_WEBAUTHN_RP_ORIGINS", "auth.webauthn.rp_origins"),
  flag("GOTRUE_OAUTH_SERVER_ENABLED", "auth.oauth_server.enabled"),
  flag(
    "GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION",
    "auth.oauth_server.allow_dynamic_registration",
  ),
  same("GOTRUE_OAUTH_SERVER_AUTHORIZATION_PATH", "auth.oauth_server.authorization_url_path"),
  flag("GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED", "auth.web3.ethereum.enabled"),
  flag("GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED", "auth.web3.solana.enabled"),
];

const email: readonly Mapping[] = [
  flag("GOTRUE_EXTERNAL_EMAIL_ENABLED", "auth.email.enabled"),
  opposite("GOTRUE_MAILER_AUTOCONFIRM", "auth.email.enable_confirmations"),
  flag("GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED", "auth.email.double_confirm_changes"),
  flag(
    "GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION",
    "auth.email.secure_password_change",
  ),
  same("GOTRUE_MAILER_OTP_EXP", "auth.email.otp_expiry"),
  same("GOTRUE_MAILER_OTP_LENGTH", "auth.email.otp_length"),
  same("GOTRUE_SMTP_MAX_FREQUENCY", "auth.email.max_frequency"),
  ...["HOST", "PORT", "USER", "PASS", "ADMIN_EMAIL", "SENDER_NAME"].map((name) =>
    same(`GOTRUE_SMTP_${name}`, `auth.email.smtp.${name.toLowerCase()}`),
  ),
  ...["INVITE", "CONFIRMATION", "RECOVERY", "MAGIC_LINK", "EMAIL_CHANGE", "REAUTHENTICATION"].map(
    (name) =>
      same(`GOTRUE_MAILER_SUBJECTS_${name}`, `auth.email.template.${name.toLowerCase()}.subject`),
  ),
];

const phone: readonly Mapping[] = [
  flag("GOTRUE_EXTERNAL_PHONE_ENABLED", "auth.sms.enable_signup"),
  opposite("GOTRUE_SMS_AUTOCONFIRM", "auth.sms.enable_confirmations"),
  same("GOTRUE_SMS_OTP_EXP", "auth.sms.otp_expiry"),
  same("GOTRUE_SMS_OTP_LENGTH", "auth.sms.otp_length"),
  same("GOTRUE_SMS_MAX_FREQUENCY", "auth.sms.max_frequency"),
  same("GOTRUE_SMS_TEMPLATE", "auth.sms.template"),
  ...Object.entries({
    twilio: ["ACCOUNT_SID", "AUTH_TOKEN", "MESSAGE_SERVICE_SID", "CONTENT_SID"],
    messagebird: ["ACCESS_KEY", "ORIGINATOR"],
    textlocal: ["API_KEY", "SENDER"],
    vonage: ["API_KEY", "API_SECRET", "FROM"],
  }).flatMap(([service, names]) =>
    names.map((name) =>
      same(
        `GOTRUE_SMS_${service.toUpperCase()}_${name}`,
        `auth.sms.${service}.${name.toLowerCase()}`,
      ),
    ),
  ),
];

const secondFactors: readonly Mapping[] = [
  same("GOTRUE_MFA_MAX_ENROLLED_FACTORS", "auth.mfa.max_enrolled_factors"),
  ...["TOTP", "PHONE", "WEB_AUTHN"].flatMap((kind) =>
    ["ENROLL", "VERIFY"].map((step) =>
      flag(
        `GOTRUE_MFA_${kind}_${step}_ENABLED`,
        `auth.mfa.${kind.toLowerCase()}.${step.toLowerCase()}_enabled`,
      ),
    ),
  ),
  ...["OTP_LENGTH", "TEMPLATE", "MAX_FREQUENCY"].map((name) =>
    same(`GOTRUE_MFA_PHONE_${name}`, `auth.mfa.phone.${name.toLowerCase()}`),
  ),
];

const hooks: readonly Mapping[] = [
  "CUSTOM_ACCESS_TOKEN",
  "MFA_VERIFICATION_ATTEMPT",
  "PASSWORD_VERIFICATION_ATTEMPT",
  "SEND_SMS",
  "SEND_EMAIL",
  "BEFORE_USER_CREATED",
].flatMap((name) => {
  const [prefix, section] = [`GOTRUE_HOOK_${name}`, `auth.hook.${name.toLowerCase()}`];
  return [
    flag(`${prefix}_ENABLED`, `${section}.enabled`),
    same(`${prefix}_URI`, `${section}.uri`),
    same(`${prefix}_SECRETS`, `${section}.secrets`),
  ];
});

/** The mappings for a social provider. `*` is the provider's name. */
const provider: readonly Mapping[] = [
  flag("GOTRUE_EXTERNAL_*_ENABLED", "auth.external.*.enabled"),
  same("GOTRUE_EXTERNAL_*_CLIENT_ID", "auth.external.*.client_id"),
  same("GOTRUE_EXTERNAL_*_SECRET", "auth.external.*.secret"),
  same("GOTRUE_EXTERNAL_*_REDIRECT_URI", "auth.external.*.redirect_uri"),
  same("GOTRUE_EXTERNAL_*_URL", "auth.external.*.url"),
  flag("GOTRUE_EXTERNAL_*_SKIP_NONCE_CHECK", "auth.external.*.skip_nonce_check"),
  flag("GOTRUE_EXTERNAL_*_EMAIL_OPTIONAL", "auth.external.*.email_optional"),
];

/** The mappings, for the documentation. `*` is a social provider's name. */
export const serverVariables: readonly Mapping[] = [
  ...general,
  ...email,
  ...phone,
  ...secondFactors,
  ...hooks,
  ...provider,
];

/** The variable that selects the service for text messages. */
export const smsServiceVariable = "GOTRUE_SMS_PROVIDER";

/** Variables that begin with `GOTRUE_` but are read elsewhere. */
const otherNames: ReadonlySet<string> = new Set([
  smsServiceVariable,
  ...Object.values(variables).flatMap(({ names }) => names),
]);

/**
 * Adds the auth server's variables to the parsed config.toml as `env(NAME)`, so that messages about an invalid value
 * name the variable.
 *
 * @param providers the names of social providers
 * @returns the names of `GOTRUE_` variables that have no effect
 */
export function applyServerVariables(
  document: Table,
  env: Environment,
  providers: readonly string[],
): { readonly document: Table; readonly withoutEffect: readonly string[] } {
  const changed = structuredClone(document);
  const mappings = serverVariables.flatMap(({ variable, key, conversion }) =>
    key.includes("*")
      ? providers.map((name) => ({
          variable: variable.replace("*", name.toUpperCase()),
          key: key.replace("*", name),
          conversion,
        }))
      : [{ variable, key, conversion }],
  );
  for (const { variable, key, conversion } of mappings) {
    const text = env[variable];
    if (!text) continue;
    setValue(changed, key.split("."), convert(variable, text, conversion));
  }
  const service = env[smsServiceVariable];
  if (service && /^[a-z]+$/.test(service)) {
    setValue(changed, ["auth", "sms", service, "enabled"], true);
  }
  if (env["GOTRUE_SMTP_HOST"]) setValue(changed, ["auth", "email", "smtp", "enabled"], true);
  const readNames = new Set([...mappings.map(({ variable }) => variable), ...otherNames]);
  const withoutEffect = Object.keys(env)
    .filter((name) => name.startsWith("GOTRUE_") && env[name] && !readNames.has(name))
    .toSorted();
  return { document: changed, withoutEffect };
}

function convert(variable: string, text: string, conversion: Conversion): unknown {
  const isOn = /^(1|t|true)$/i.test(text);
  const isFlag = isOn || /^(0|f|false)$/i.test(text);
  if (conversion === "same" || !isFlag) return `env(${variable})`;
  return conversion === "flag" ? isOn : !isOn;
}

function setValue(document: Table, path: Path, value: unknown): void {
  let section = document;
  for (const key of path.slice(0, -1)) {
    const child = section[String(key)];
    const table: Table = isTable(child) ? child : {};
    section[String(key)] = table;
    section = table;
  }
  section[String(path.at(-1))] = value;
}
