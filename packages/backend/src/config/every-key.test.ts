import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { onDisk } from "./disk.ts";
import { formatPath, parseDocument, valueAt } from "./document.ts";
import { pathsOf } from "./known-keys.ts";
import { loadConfig } from "./load.ts";
import { configSchema } from "./sections/schema.ts";

const everyKey = await readFile(new URL("every-key.toml", import.meta.url), "utf8");

const env = {
  SECRET_VALUE: "hush",
  PREVIEW_URL: "https://preview.example.com",
  HOOK_SECRETS: `v1,whsec_${"a".repeat(32)}|v1,whsec_${"b".repeat(32)}`,
};

async function load() {
  const directory = await projectFolder({ "supabase/config.toml": everyKey });
  return loadConfig({ folder: onDisk(directory), env });
}

test("a file with every key of a new project is accepted without a warning", async () => {
  expect((await load()).warnings).toEqual([]);
});

test("the test's file has every key of the schema", () => {
  const document = parseDocument(everyKey);
  const absent = pathsOf(configSchema)
    .filter((path) => valueAt(document, path) === undefined)
    .map(formatPath)
    .filter((path) => !/^auth\.email\.(template|notification)\.\w+\.(subject|content)/.test(path))
    .filter((path) => !/^auth\.hook\.\w+\.(uri|secrets)$/.test(path))
    // Omit these keys, because they cause a warning for every value.
    .filter((path) => !/^(inbucket|local_smtp)\.(smtp|pop3)_port$/.test(path));
  expect(absent).toEqual([]);
});

test("every key of the Supabase CLI is in the schema", async () => {
  const list = await readFile(new URL("cli-keys.txt", import.meta.url), "utf8");
  // Skip tables whose keys a project chooses (`*`). The tests of their sections cover them.
  const cliKeys = list.split("\n").filter((key) => key !== "" && !key.includes("*"));
  const schemaKeys = pathsOf(configSchema).map(formatPath);
  expect(cliKeys.length).toBeGreaterThan(200);
  expect(cliKeys.filter((key) => !schemaKeys.includes(key))).toEqual([]);
});

test("every value of the file is used", async () => {
  const { config } = await load();
  expect(config.project_id).toBe("every-key");
  expect(config.api).toMatchObject({ max_rows: 1000, external_url: "https://api.example.com" });
  expect(config.db.seed.sql_paths).toEqual(["./seed.sql", "./seeds/*.sql"]);
  expect(config.inbucket).toMatchObject({ port: 54324, admin_email: "team@example.com" });
  expect(config.auth).toMatchObject({
    site_url: "https://example.com",
    external_url: "https://auth.example.com",
    additional_redirect_urls: ["https://example.com/**", "https://preview.example.com"],
    jwt_expiry: 1800,
    jwt_issuer: "https://issuer.example.com",
    secret_key: "hush",
    minimum_password_length: 8,
    password_requirements: "lower_upper_letters_digits_symbols",
    captcha: { enabled: true, provider: "hcaptcha", secret: "hush" },
    sessions: { timebox: 86400, inactivity_timeout: 28800 },
    third_party: { clerk: { domain: "example.clerk.accounts.dev" } },
    webauthn: { rp_id: "example.com", rp_origins: ["https://example.com"] },
  });
  expect(config.auth.email).toMatchObject({
    max_frequency: 60,
    otp_length: 8,
    otp_expiry: 900,
    smtp: { enabled: true, host: "smtp.example.com", port: 587, pass: "hush" },
    template: { invite: { subject: "You are invited" } },
    notification: { email_changed: { enabled: true } },
  });
  expect(config.auth.hook.send_sms).toMatchObject({ enabled: true, secrets: env.HOOK_SECRETS });
  expect(config.auth.external["github"]).toEqual({
    enabled: true,
    client_id: "id",
    secret: "hush",
    redirect_uri: undefined,
    url: undefined,
    skip_nonce_check: false,
    email_optional: true,
  });
});

test("test codes are found by the digits of the phone number", async () => {
  const { config } = await load();
  expect(config.auth.sms.test_otp).toEqual({ 4152127777: "123456", 447700900123: "654321" });
});
