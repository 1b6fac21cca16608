import { expect, test } from "vitest";
import { configSchema, defaultConfig, withOrigin } from "./schema.ts";

test("the defaults are those of `supabase init`", () => {
  const config = defaultConfig();
  expect(config.api).toMatchObject({
    enabled: true,
    port: 54321,
    schemas: ["public", "graphql_public"],
    extra_search_path: ["public", "extensions"],
    max_rows: 1000,
  });
  expect(config.auth).toMatchObject({
    enabled: true,
    additional_redirect_urls: ["https://127.0.0.1:3000"],
    jwt_expiry: 3600,
    enable_refresh_token_rotation: true,
    refresh_token_reuse_interval: 10,
    enable_signup: true,
    enable_anonymous_sign_ins: false,
    enable_manual_linking: false,
    minimum_password_length: 6,
    password_requirements: "",
    rate_limit: {
      email_sent: 2,
      sms_sent: 30,
      anonymous_users: 30,
      token_refresh: 150,
      sign_in_sign_ups: 30,
      token_verifications: 30,
      web3: 30,
    },
    external: {},
    mfa: { max_enrolled_factors: 10, totp: { enroll_enabled: false, verify_enabled: false } },
    sessions: { timebox: 0, inactivity_timeout: 0 },
    oauth_server: { enabled: false, authorization_url_path: "/oauth/consent" },
  });
  expect(config.auth.email).toEqual({
    enable_signup: true,
    double_confirm_changes: true,
    enable_confirmations: false,
    secure_password_change: false,
    require_current_password: false,
    max_frequency: 1,
    otp_length: 6,
    otp_expiry: 3600,
    template: {},
    notification: {},
  });
  expect(config.auth.sms).toMatchObject({
    enable_signup: false,
    enable_confirmations: false,
    template: "Your code is {{ .Code }}",
    max_frequency: 5,
    test_otp: {},
  });
  expect(config.db).toMatchObject({
    major_version: 17,
    migrations: { enabled: true, schema_paths: [] },
    seed: { enabled: true, sql_paths: ["./seed.sql"] },
  });
  expect(config.inbucket).toEqual({ enabled: true });
});

test("two configurations do not share objects", () => {
  defaultConfig().auth.additional_redirect_urls.push("https://evil.example");
  expect(defaultConfig().auth.additional_redirect_urls).toEqual(["https://127.0.0.1:3000"]);
});

test("the server's own origin fills in what the file leaves out", () => {
  const config = withOrigin(configSchema.parse({}), "http://127.0.0.1:8000");
  expect(config.api.external_url).toBe("http://127.0.0.1:8000");
  expect(config.auth).toMatchObject({
    site_url: "http://127.0.0.1:8000",
    external_url: "http://127.0.0.1:8000/auth/v1",
    jwt_issuer: "http://127.0.0.1:8000/auth/v1",
  });
});

test("a value in the file is kept, and missing values are derived from it", () => {
  const parsed = configSchema.parse({
    api: { external_url: "https://api.example.com/" },
    auth: { site_url: "https://example.com" },
  });
  const config = withOrigin(parsed, "http://localhost:3000");
  expect(config.api.external_url).toBe("https://api.example.com/");
  expect(config.auth).toMatchObject({
    site_url: "https://example.com",
    external_url: "https://api.example.com/auth/v1",
    jwt_issuer: "https://api.example.com/auth/v1",
  });
});

test("a configured auth URL is the issuer, unless an issuer is configured", () => {
  const ownUrl = { external_url: "https://auth.example.com" };
  expect(defaultConfig({ auth: ownUrl }).auth.jwt_issuer).toBe("https://auth.example.com");
  expect(defaultConfig({ auth: { ...ownUrl, jwt_issuer: "me" } }).auth.jwt_issuer).toBe("me");
});

test("an empty address counts as absent", () => {
  const config = defaultConfig({
    auth: { site_url: "", jwt_issuer: "" },
    api: { external_url: "" },
  });
  expect(config.auth.site_url).toBe("http://localhost:3000");
  expect(config.auth.jwt_issuer).toBe("http://localhost:3000/auth/v1");
});

test("a test's overrides are checked as strictly as a file", () => {
  expect(defaultConfig({ auth: { email: { max_frequency: "1m" } } }).auth.email).toMatchObject({
    max_frequency: 60,
    otp_length: 6,
  });
  expect(() => defaultConfig({ auth: { jwt_expiry: -1 } })).toThrow(/between 1 and 604800/);
  // @ts-expect-error the key is unknown
  expect(() => defaultConfig({ auth: { jwt_expires: 60 } })).toThrow(/jwt_expires/);
  // @ts-expect-error a list is not a duration
  expect(() => defaultConfig({ auth: { email: { max_frequency: [] } } })).toThrow(/duration/);
});
