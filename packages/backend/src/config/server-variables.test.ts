import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { onDisk } from "./disk.ts";
import { serverVariables } from "./environment/server-variables.ts";
import { schemaAt } from "./known-keys.ts";
import { loadConfig } from "./load.ts";
import { configSchema } from "./sections/schema.ts";

async function load(env: Readonly<Record<string, string>>, toml = "") {
  const directory = await projectFolder({ "supabase/config.toml": toml });
  return loadConfig({ folder: onDisk(directory), env });
}

test("the variables of a compose file for self-hosting configure the project", async () => {
  // The names that the reference's docker-compose.yml sets for its auth server.
  const { config, warnings } = await load({
    API_EXTERNAL_URL: "https://api.example.com",
    GOTRUE_SITE_URL: "https://app.example.com",
    GOTRUE_URI_ALLOW_LIST: "https://a.example/**,https://b.example",
    GOTRUE_DISABLE_SIGNUP: "true",
    GOTRUE_JWT_EXP: "1800",
    GOTRUE_JWT_SECRET: "a secret of thirty-two characters",
    GOTRUE_EXTERNAL_EMAIL_ENABLED: "true",
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: "1",
    GOTRUE_MAILER_AUTOCONFIRM: "false",
    GOTRUE_SMTP_ADMIN_EMAIL: "admin@example.com",
    GOTRUE_SMTP_HOST: "mail.example.com",
    GOTRUE_SMTP_PORT: "2500",
    GOTRUE_SMTP_USER: "user",
    GOTRUE_SMTP_PASS: "password",
    GOTRUE_SMTP_SENDER_NAME: "Example",
    GOTRUE_EXTERNAL_PHONE_ENABLED: "true",
    GOTRUE_SMS_AUTOCONFIRM: "true",
    GOTRUE_SMS_PROVIDER: "vonage",
    GOTRUE_SMS_VONAGE_FROM: "Example",
    GOTRUE_SMS_VONAGE_API_KEY: "key",
    GOTRUE_SMS_VONAGE_API_SECRET: "secret",
    GOTRUE_EXTERNAL_GOOGLE_ENABLED: "true",
    GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: "client",
    GOTRUE_EXTERNAL_GOOGLE_SECRET: "secret",
    GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_ENABLED: "true",
    GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_URI: "pg-functions://postgres/public/claims",
    GOTRUE_MFA_TOTP_ENROLL_ENABLED: "true",
    GOTRUE_MFA_TOTP_VERIFY_ENABLED: "true",
  });
  expect(warnings).toEqual([]);
  expect(config.api.external_url).toBe("https://api.example.com");
  expect(config.auth).toMatchObject({
    site_url: "https://app.example.com",
    additional_redirect_urls: ["https://a.example/**", "https://b.example"],
    enable_signup: false,
    enable_anonymous_sign_ins: true,
    jwt_expiry: 1800,
    email: {
      enable_confirmations: true,
      smtp: { host: "mail.example.com", port: 2500, admin_email: "admin@example.com" },
    },
    sms: { enable_signup: true, enable_confirmations: false, vonage: { enabled: true } },
    external: { google: { enabled: true, client_id: "client", secret: "secret" } },
    hook: { custom_access_token: { enabled: true } },
    mfa: { totp: { enroll_enabled: true } },
  });
});

test("a variable of the auth server wins over config.toml", async () => {
  const toml = "[auth]\njwt_expiry = 60\n[auth.email]\nenable_confirmations = false";
  const { config } = await load(
    { GOTRUE_JWT_EXP: "120", GOTRUE_MAILER_AUTOCONFIRM: "false" },
    toml,
  );
  expect(config.auth.jwt_expiry).toBe(120);
  expect(config.auth.email.enable_confirmations).toBe(true);
});

test("an invalid value is reported by the name of its variable", async () => {
  await expect(load({ GOTRUE_JWT_EXP: "soon" })).rejects.toThrow(
    'found "soon" in the environment variable GOTRUE_JWT_EXP',
  );
  await expect(load({ GOTRUE_DISABLE_SIGNUP: "perhaps" })).rejects.toThrow(
    'found "perhaps" in the environment variable GOTRUE_DISABLE_SIGNUP',
  );
});

test("variables of the auth server without an effect are named once", async () => {
  const { warnings } = await load({
    GOTRUE_DB_DRIVER: "postgres",
    GOTRUE_MAILER_URLPATHS_INVITE: "/auth/v1/verify",
    GOTRUE_SAML_ENABLED: "true",
    GOTRUE_JWT_AUD: "",
  });
  expect(warnings).toEqual([
    "The environment: GOTRUE_DB_DRIVER, GOTRUE_MAILER_URLPATHS_INVITE have no effect here (docs/environment.md).",
  ]);
});

test("each variable of the auth server stands for a key of config.toml", () => {
  const unknown = serverVariables.filter(
    ({ key }) => schemaAt(configSchema, key.replace("*", "google").split(".")) === undefined,
  );
  expect(unknown).toEqual([]);
  const names = serverVariables.map(({ variable }) => variable);
  expect(new Set(names).size).toBe(names.length);
});
