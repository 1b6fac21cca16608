import type { z } from "zod";
import { email } from "./email.ts";
import { hooks } from "./hooks.ts";
import { mfa } from "./mfa.ts";
import { isPattern } from "./redirect-patterns.ts";
import {
  choice,
  count,
  duration,
  flag,
  integer,
  namedTable,
  optionalText,
  requireKeys,
  secret,
  table,
  text,
  texts,
  url,
} from "./setting.ts";
import { lacksService, sms } from "./sms.ts";
import { thirdParty } from "./third-party.ts";

function redirectUrls() {
  return texts().superRefine((patterns, context) => {
    const invalidPatterns = patterns.filter((pattern) => !isPattern(pattern));
    if (invalidPatterns.length === 0) return;
    const formatted = invalidPatterns.map((pattern) => JSON.stringify(pattern)).join(", ");
    const message = `must be patterns such as "https://*.example.com/[a-z]/**", found ${formatted}`;
    context.addIssue({ code: "custom", message });
  });
}

const weekSeconds = 7 * 24 * 60 * 60;

/** `[auth.external.*]`. Without `client_id`, the sandbox stands in for the provider. */
const provider = table({
  enabled: flag().default(false),
  client_id: optionalText(),
  secret: secret(),
  url: url(),
  redirect_uri: url(),
  skip_nonce_check: flag().default(false),
  email_optional: flag().default(false),
});

/** The providers of Supabase Auth (`ProviderConfiguration` in its `internal/conf`). */
export const configurableProviders: readonly string[] = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "snapchat",
  "spotify",
  "twitch",
  "twitter",
  "vercel_marketplace",
  "workos",
  "x",
  "zoom",
];

function validatePasskeys(
  auth: {
    passkey?: { enabled: boolean } | undefined;
    webauthn?: { rp_id?: string | undefined; rp_origins: readonly string[] } | undefined;
  },
  context: z.core.$RefinementCtx,
) {
  if (!auth.passkey?.enabled) return;
  const missing = [
    ...(auth.webauthn?.rp_id === undefined ? ["rp_id"] : []),
    ...(auth.webauthn?.rp_origins.length ? [] : ["rp_origins"]),
  ];
  for (const key of missing) {
    context.addIssue({
      code: "custom",
      path: ["webauthn", key],
      message: "is missing, but required while auth.passkey is enabled",
    });
  }
}

/** `[auth]` */
export const auth = table({
  enabled: flag().default(true),
  /** Defaults to the server's own origin. */
  site_url: url({ allowsAnyScheme: true }),
  /** Defaults to `/auth/v1` below `api.external_url`. */
  external_url: url(),
  additional_redirect_urls: redirectUrls().default(["https://127.0.0.1:3000"]),
  // The lifetime is at most one week, as on the hosted service. Supabase Auth replaces zero with an hour.
  jwt_expiry: integer("a whole number of seconds", 1, weekSeconds, (value) =>
    value === 0 ? 3600 : value > weekSeconds ? weekSeconds : undefined,
  ).default(3600),
  /** Defaults to `auth.external_url`. */
  jwt_issuer: optionalText(),
  signing_keys_path: optionalText(),
  enable_refresh_token_rotation: flag().default(true),
  refresh_token_reuse_interval: integer("a whole number of seconds", 0, 2147483647).default(10),
  enable_signup: flag().default(true),
  enable_anonymous_sign_ins: flag().default(false),
  enable_manual_linking: flag().default(false),
  // Six is the hosted service's minimum. A minimum above 72 would make every password invalid, because passwords are
  // limited to the 72 bytes that bcrypt reads.
  minimum_password_length: integer("a whole number of characters", 6, 72, (value) =>
    value >= 0 && value < 6 ? 6 : undefined,
  ).default(6),
  password_requirements: choice([
    "",
    "letters_digits",
    "lower_upper_letters_digits",
    "lower_upper_letters_digits_symbols",
  ]).default(""),
  publishable_key: secret(),
  secret_key: secret(),
  jwt_secret: secret({ minimumLength: 16 }),
  anon_key: secret(),
  service_role_key: secret(),
  passkey: table({ enabled: flag().default(false) }).optional(),
  webauthn: table({
    rp_display_name: optionalText(),
    rp_id: optionalText(),
    rp_origins: texts().default([]),
  }).optional(),
  rate_limit: table({
    email_sent: count().default(2),
    sms_sent: count().default(30),
    anonymous_users: count().default(30),
    token_refresh: count().default(150),
    sign_in_sign_ups: count().default(30),
    token_verifications: count().default(30),
    web3: count().default(30),
  }).prefault({}),
  captcha: table({
    enabled: flag().default(false),
    provider: choice(["hcaptcha", "turnstile"]).optional(),
    secret: secret(),
  })
    .transform(requireKeys("provider", "secret"))
    .optional(),
  email: email.prefault({}),
  sms: sms.prefault({}),
  /** Zero means unlimited. */
  sessions: table({
    timebox: duration().default(0),
    inactivity_timeout: duration().default(0),
  }).prefault({}),
  mfa: mfa.prefault({}),
  external: namedTable(provider).prefault({}),
  hook: hooks.prefault({}),
  web3: table({
    solana: table({ enabled: flag().default(false) }).prefault({}),
    ethereum: table({ enabled: flag().default(false) }).prefault({}),
  }).prefault({}),
  third_party: thirdParty.prefault({}),
  oauth_server: table({
    enabled: flag().default(false),
    authorization_url_path: text().default("/oauth/consent"),
    allow_dynamic_registration: flag().default(false),
  }).prefault({}),
})
  .superRefine(validatePasskeys)
  .transform((auth) =>
    lacksService(auth.sms, auth.hook.send_sms)
      ? { ...auth, sms: { ...auth.sms, enable_signup: false } }
      : auth,
  );
