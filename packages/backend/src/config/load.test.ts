import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { ConfigError } from "./config-error.ts";
import { onDisk } from "./disk.ts";
import { valueAt } from "./document.ts";
import type { Environment } from "./environment/variable-types.ts";
import { loadConfig } from "./load.ts";
import { configSchema } from "./sections/schema.ts";

async function load(
  toml: string,
  env: Environment = {},
  files: Readonly<Record<string, string>> = {},
) {
  const directory = await projectFolder({ "supabase/config.toml": toml, ...files });
  return loadConfig({ folder: onDisk(directory), env });
}

async function problemsOf(toml: string, env?: Environment): Promise<readonly string[]> {
  try {
    await load(toml, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("config.toml", () => {
  test("config.toml may be absent: every key has its default", async () => {
    const directory = await projectFolder({});
    const loaded = await loadConfig({ folder: onDisk(directory), env: {} });
    expect(loaded).toEqual({ config: configSchema.parse({}), warnings: [] });
  });

  test("config.toml of a folder that does not exist is an error", async () => {
    const directory = join(await projectFolder({}), "nowhere");
    await expect(loadConfig({ folder: onDisk(directory), env: {} })).rejects.toThrow(
      new ConfigError([`The project folder ${directory} does not exist.`]),
    );
  });

  test("config.toml that cannot be read is an error", async () => {
    const directory = await projectFolder({});
    await mkdir(join(directory, "supabase/config.toml"), { recursive: true });
    await expect(loadConfig({ folder: onDisk(directory), env: {} })).rejects.toThrow(
      new ConfigError(["supabase/config.toml cannot be read (EISDIR)."]),
    );
  });

  test("config.toml that is not valid TOML is an error with its line", async () => {
    expect(
      await problemsOf('[auth]\nsite_url = "https://example.com"\nenable_signup = = 1\n'),
    ).toEqual(["supabase/config.toml:3: this is not valid TOML: invalid value."]);
  });

  test("config.toml that sets a key twice is an error with its line", async () => {
    expect(await problemsOf("[auth]\njwt_expiry = 1\njwt_expiry = 2\n")).toEqual([
      expect.stringMatching(/^supabase\/config\.toml:3: this is not valid TOML: .*redefine/),
    ]);
  });

  test("config.toml may have a byte order mark and Windows line ends", async () => {
    const { config } = await load('\uFEFFproject_id = "a"\r\n[auth]\r\njwt_expiry = 60\r\n');
    expect(config.auth.jwt_expiry).toBe(60);
    expect(await problemsOf("\uFEFF[auth]\r\n\r\njwt_expiry = true\r\n")).toEqual([
      "supabase/config.toml:3: auth.jwt_expiry must be a whole number of seconds between 1 and 604800, found true.",
    ]);
  });
});

test.each([
  ["auth.email.otp_length", "4", 6],
  ["auth.email.otp_length", "11", 6],
  ["auth.sms.otp_length", "4", 6],
  ["auth.mfa.phone.otp_length", "4", 6],
  ["auth.minimum_password_length", "4", 6],
  ["auth.email.otp_expiry", "0", 86400],
  ["auth.sms.otp_expiry", "0", 60],
  ["auth.jwt_expiry", "0", 3600],
])(
  "%s = %s starts with the value of Supabase Auth and a warning",
  async (key, configured, effective) => {
    const { config, warnings } = await load(`${key} = ${configured}`);
    expect(valueAt(config, key.split("."))).toBe(effective);
    expect(warnings).toEqual([
      `supabase/config.toml:1: ${key} is ${configured}, outside the limits of Supabase Auth; ${effective} is used, as there.`,
    ]);
  },
);

test("a token's lifetime above a week is limited to a week, with a warning", async () => {
  const { config, warnings } = await load("auth.jwt_expiry = 2592000");
  expect(config.auth.jwt_expiry).toBe(604800);
  expect(warnings).toEqual([
    "supabase/config.toml:1: auth.jwt_expiry is 2592000, above the limit of the hosted service; 604800, a week, is used.",
  ]);
});

test.each(["auth.email.max_frequency", "auth.sms.max_frequency", "auth.mfa.phone.max_frequency"])(
  "%s = 0 disables the wait, with a warning that Supabase Auth waits",
  async (key) => {
    for (const configured of ["0", '"0s"']) {
      const { config, warnings } = await load(`${key} = ${configured}`);
      expect(valueAt(config, key.split("."))).toBe(0);
      expect(warnings).toEqual([
        `supabase/config.toml:1: ${key} is zero, so messages follow each other at once; Supabase Auth waits a minute.`,
      ]);
    }
  },
);

test.each([
  "auth.email.max_frequency",
  "auth.sms.max_frequency",
  "auth.mfa.phone.max_frequency",
  "auth.sessions.timebox",
  "auth.sessions.inactivity_timeout",
])("%s without a unit counts as seconds, with a warning", async (key) => {
  const { config, warnings } = await load(`${key} = 60`);
  expect(valueAt(config, key.split("."))).toBe(60);
  expect(warnings).toEqual([
    `supabase/config.toml:1: ${key} has no unit and counts as seconds; write "60s".`,
  ]);
});

test.each([
  ["auth.site_url", "localhost:3000", "http://localhost:3000"],
  ["auth.site_url", "127.0.0.1:3000/app", "http://127.0.0.1:3000/app"],
  ["auth.site_url", "example.com", "https://example.com"],
  ["auth.site_url", "app.example.com:8443", "https://app.example.com:8443"],
  ["auth.external_url", "localhost:54321/auth/v1", "http://localhost:54321/auth/v1"],
  ["api.external_url", "localhost:54321", "http://localhost:54321"],
  ["auth.external.gitlab.url", "gitlab.example.com", "https://gitlab.example.com"],
  ["auth.external.gitlab.redirect_uri", "localhost:3000/cb", "http://localhost:3000/cb"],
])("%s = %s gets a scheme, with a warning", async (key, configured, effective) => {
  const { config, warnings } = await load(`${key} = "${configured}"`);
  expect(valueAt(config, key.split("."))).toBe(effective);
  expect(warnings).toEqual([
    `supabase/config.toml:1: ${key} is "${configured}", which has no scheme; "${effective}" is used.`,
  ]);
});

test("a redirect pattern without a scheme matches nothing, and a warning says so", async () => {
  const patterns = ["localhost:3000/**", "https://**.example.com", "com.example.app://**", "**"];
  const { config, warnings } = await load(
    `auth.additional_redirect_urls = ${JSON.stringify(patterns)}`,
  );
  expect(config.auth.additional_redirect_urls).toEqual(patterns);
  expect(warnings).toEqual([
    'supabase/config.toml:1: auth.additional_redirect_urls has "localhost:3000/**", which has no scheme and matches no address; write "http://localhost:3000/**".',
  ]);
});

test("the address of a mobile application is accepted as a site_url", async () => {
  const { config, warnings } = await load('auth.site_url = "com.example.app://sign-in"');
  expect(config.auth.site_url).toBe("com.example.app://sign-in");
  expect(warnings).toEqual([]);
});

describe("the switch of a sign-in method", () => {
  test.each([
    ["email", "enabled = false", false],
    ["email", "enable_signup = false", false],
    ["email", "", true],
    ["sms", "enabled = true", true],
    ["sms", "enable_signup = true", true],
    ["sms", "", false],
  ])("the switch of a sign-in method auth.%s with %j is %s", async (section, line, expected) => {
    const { config, warnings } = await load(`[auth.${section}]\n${line}`);
    expect(valueAt(config, ["auth", section, "enable_signup"])).toBe(expected);
    expect(warnings).toEqual([]);
  });

  test("the switch of a sign-in method takes the newer name of two that contradict each other, with a warning", async () => {
    const { config, warnings } = await load("[auth.email]\nenable_signup = true\nenabled = false");
    expect(config.auth.email.enable_signup).toBe(false);
    expect(warnings).toEqual([
      "supabase/config.toml:2: auth.email.enable_signup has no effect beside auth.email.enabled, which replaces it.",
    ]);
  });
});

describe("an invalid value", () => {
  test.each([
    ["auth.jwt_expiry", '"soon"', 'a whole number of seconds between 1 and 604800, found "soon"'],
    ["auth.jwt_expiry", "-1", "a whole number of seconds between 1 and 604800, found -1"],
    ["auth.jwt_expiry", "1.5", "a whole number of seconds between 1 and 604800, found 1.5"],
    [
      "auth.jwt_expiry",
      "2020-01-01",
      "a whole number of seconds between 1 and 604800, found a date",
    ],
    [
      "auth.minimum_password_length",
      "73",
      "a whole number of characters between 6 and 72, found 73",
    ],
    ["auth.email.otp_length", "-1", "a whole number of digits between 6 and 10, found -1"],
    ["auth.rate_limit.email_sent", "-1", "a whole number, 0 or more, found -1"],
    ["auth.enable_signup", '"yes"', 'true or false, found "yes"'],
    ["auth.enable_signup", "1", "true or false, found 1"],
    ["auth.email.max_frequency", "-60", 'a duration such as "30s" or "1h30m", found -60'],
    ["auth.email.max_frequency", '"1d"', 'a duration such as "30s" or "1h30m", found "1d"'],
    ["auth.site_url", '"/home"', 'an absolute URL such as "https://example.com", found "/home"'],
    [
      "auth.external.github.url",
      '"ghe"',
      'an absolute URL such as "https://example.com", found "ghe"',
    ],
    [
      "auth.additional_redirect_urls",
      '["a", 3]',
      'a list of texts such as ["a", "b"], found ["a", 3]',
    ],
    [
      "auth.additional_redirect_urls",
      '["https://example.com/**", "https://example.com/[z-a]", "https://[Z-a].example.com"]',
      'patterns such as "https://*.example.com/[a-z]/**", found "https://example.com/[z-a]", "https://[Z-a].example.com"',
    ],
    ["auth.password_requirements", '"all"', /one of "", "letters_digits", .*, found "all"$/],
    ["auth.jwt_issuer", "true", "text, found true"],
    ["auth.email", "true", "a table, found true"],
    ["auth.external", '"github"', 'a table, found "github"'],
    ["auth.external.github", "true", "a table, found true"],
    ["api.max_rows", '"many"', 'a whole number, 0 or more, found "many"'],
    ["inbucket.port", "0", "a port number between 1 and 65535, found 0"],
    ["db.major_version", "12", "a version of PostgreSQL, 13 or more, found 12"],
  ])("an invalid value of %s = %s is reported", async (key, value, expected) => {
    const [problem, ...others] = await problemsOf(`${key} = ${value}`);
    expect(others).toEqual([]);
    const start = `supabase/config.toml:1: ${key} must be `;
    expect(problem?.startsWith(start)).toBe(true);
    const rest = problem?.slice(start.length).replace(/\.$/, "");
    if (typeof expected === "string") expect(rest).toBe(expected);
    else expect(rest).toMatch(expected);
  });

  test("an invalid value is reported with all others, in the order of the file", async () => {
    const toml = [
      "[inbucket]",
      "port = 0",
      "[auth.email]",
      "otp_length = -5 # no more",
      "[auth]",
      "additional_redirect_urls = [",
      '  "https://example.com",',
      "  3,",
      "]",
      "jwt_expiry = -1",
      'password_requirements = """',
      'jwt_expiry = 1"""',
    ].join("\n");
    expect((await problemsOf(toml)).map((problem) => problem.split(" ")[0])).toEqual([
      "supabase/config.toml:2:",
      "supabase/config.toml:4:",
      "supabase/config.toml:6:",
      "supabase/config.toml:10:",
      "supabase/config.toml:11:",
    ]);
  });

  test("an invalid value makes messages of one line each", async () => {
    const failure = load("auth.jwt_expiry = -1\ninbucket.port = 0");
    await expect(failure).rejects.toThrow(/^[^\n]+ found -1\.\n[^\n]+ found 0\.$/);
    await expect(failure).rejects.toBeInstanceOf(ConfigError);
  });

  test("an invalid value is cut short when it is long", async () => {
    const [problem] = await problemsOf(`auth.site_url = "${"x".repeat(5000)}"`);
    expect(problem?.length).toBeLessThan(250);
  });

  test("an invalid value of a secret is never shown", async () => {
    const [problem] = await problemsOf('auth.jwt_secret = "hunter2"');
    expect(problem).toBe(
      "supabase/config.toml:1: auth.jwt_secret must be text of 16 characters or more.",
    );
  });
});

describe("text in place of a number, a boolean or a list", () => {
  test("text in place of a number, a boolean or a list is converted, as in the CLI", async () => {
    const { config } = await load(
      [
        'auth.jwt_expiry = "60"',
        'auth.enable_signup = "false"',
        'auth.additional_redirect_urls = "https://a.example,https://b.example"',
        "auth.external.facebook.client_id = 12345678901234567890",
      ].join("\n"),
    );
    expect(config.auth).toMatchObject({
      jwt_expiry: 60,
      enable_signup: false,
      additional_redirect_urls: ["https://a.example", "https://b.example"],
      external: { facebook: { client_id: "12345678901234567890" } },
    });
  });
});

describe("keys that depend on each other", () => {
  test.each([
    ["[auth.email.smtp]", ["host", "port", "user", "pass", "admin_email"], "auth.email.smtp"],
    ["[auth.captcha]\nenabled = true", ["provider", "secret"], "auth.captcha"],
    [
      "[auth.sms.twilio]\nenabled = true",
      ["account_sid", "message_service_sid", "auth_token"],
      "auth.sms.twilio",
    ],
    [
      "[auth.sms.messagebird]\nenabled = true",
      ["originator", "access_key"],
      "auth.sms.messagebird",
    ],
    ["[auth.sms.textlocal]\nenabled = true", ["sender", "api_key"], "auth.sms.textlocal"],
    ["[auth.sms.vonage]\nenabled = true", ["from", "api_key", "api_secret"], "auth.sms.vonage"],
    ["[auth.hook.send_email]\nenabled = true", ["uri"], "auth.hook.send_email"],
    ["[auth.third_party.auth0]\nenabled = true", ["tenant"], "auth.third_party.auth0"],
  ])("the setting %j requires %j", async (toml, keys, section) => {
    expect(await problemsOf(toml)).toEqual(
      keys.map(
        (key) =>
          `supabase/config.toml:1: ${section}.${key} is missing, but required while this section is enabled.`,
      ),
    );
    expect(await problemsOf(`${toml.split("\n")[0]}\nenabled = false`)).toEqual([]);
  });

  test.each(["totp", "phone", "web_authn"])(
    "the factor %s cannot be enrolled where it cannot be verified",
    async (factor) => {
      expect(await problemsOf(`auth.mfa.${factor}.enroll_enabled = true`)).toEqual([
        expect.stringContaining(`auth.mfa.${factor}.enroll_enabled requires verify_enabled = true`),
      ]);
      const config = `[auth.mfa.${factor}]\nenroll_enabled = true\nverify_enabled = true`;
      expect(await problemsOf(config)).toEqual([]);
    },
  );

  test.each([
    ['uri = "https://example.com"', "secrets is missing"],
    ['uri = "https://example.com"\nsecrets = "guess"', 'secrets must be "v1,whsec_"'],
    ['uri = "pg-functions://postgres/public/f"\nsecrets = "x"', "secrets has no use"],
    ['uri = "pg-functions://postgres/f"', "uri must name a schema and a function"],
    ['uri = "http://example.com"', "uri must start with https://"],
    ['uri = "ftp://example.com"', "uri must start with http://, https:// or pg-functions://"],
  ])("a hook with %s", async (lines, problem) => {
    const problems = await problemsOf(`[auth.hook.send_sms]\nenabled = true\n${lines}`);
    expect(problems).toEqual([expect.stringContaining(`auth.hook.send_sms.${problem}`)]);
    expect(problems[0]).not.toContain("guess");
  });

  test("passkeys need the name and origins of their site", async () => {
    expect(await problemsOf("auth.passkey.enabled = true")).toEqual([
      expect.stringContaining("auth.webauthn.rp_id is missing"),
      expect.stringContaining("auth.webauthn.rp_origins is missing"),
    ]);
  });

  test("only one other service's tokens are accepted", async () => {
    const toml = [
      'auth.third_party.firebase = { enabled = true, project_id = "a" }',
      'auth.third_party.clerk = { enabled = true, domain = "clerk.example.com" }',
    ].join("\n");
    expect(await problemsOf(toml)).toEqual([
      expect.stringContaining("must have one issuer enabled at most, and has firebase and clerk."),
    ]);
    expect(await problemsOf('auth.third_party.clerk = { enabled = true, domain = "x" }')).toEqual([
      expect.stringContaining('must be a domain such as "clerk.example.com"'),
    ]);
  });

  test("content of a message is in a file", async () => {
    expect(await problemsOf('auth.email.template.invite.content = "<p>"')).toEqual([
      expect.stringContaining("auth.email.template.invite.content is not read"),
    ]);
  });

  test("a provider without its credentials is the sandbox's", async () => {
    const { config, warnings } = await load("auth.external.github.enabled = true");
    expect(config.auth.external["github"]).toMatchObject({ enabled: true });
    expect(config.auth.external["github"]?.client_id).toBeUndefined();
    expect(warnings).toEqual([]);
  });
});

test("an empty list of schemas means the schema public, as in PostgREST", async () => {
  expect((await load("api.schemas = []")).config.api.schemas).toEqual(["public"]);
});

describe("env(NAME)", () => {
  test("env(NAME) is replaced by the variable's value, of any type", async () => {
    const toml = [
      'auth.site_url = "env(SITE)"',
      'auth.jwt_expiry = "env(EXPIRY)"',
      'auth.enable_signup = "env(SIGNUP)"',
      'auth.additional_redirect_urls = ["https://a.example", "env(SITE)"]',
    ].join("\n");
    const env = { SITE: "https://example.com", EXPIRY: "60", SIGNUP: "false" };
    const { config, warnings } = await load(toml, env);
    expect(config.auth).toMatchObject({
      site_url: "https://example.com",
      jwt_expiry: 60,
      enable_signup: false,
      additional_redirect_urls: ["https://a.example", "https://example.com"],
    });
    expect(warnings).toEqual([]);
  });

  test("env(NAME) is named in the error about a wrong value", async () => {
    expect(await problemsOf('auth.jwt_expiry = "env(EXPIRY)"', { EXPIRY: "soon" })).toEqual([
      'supabase/config.toml:1: auth.jwt_expiry must be a whole number of seconds between 1 and 604800, found "soon" in the environment variable EXPIRY.',
    ]);
  });

  test.each([{}, { SITE: "" }])(
    "an unset env(NAME) counts as absent, with a warning: %j",
    async (env) => {
      const toml =
        '[auth]\nsite_url = "env(SITE)"\nadditional_redirect_urls = ["env(SITE)", "x:y"]';
      const { config, warnings } = await load(toml, env);
      expect(config.auth.site_url).toBeUndefined();
      expect(config.auth.additional_redirect_urls).toEqual(["x:y"]);
      expect(warnings).toEqual([
        "supabase/config.toml:2: auth.site_url reads the environment variable SITE, which is not set, so it counts as absent.",
        "supabase/config.toml:3: auth.additional_redirect_urls[0] reads the environment variable SITE, which is not set, so it counts as absent.",
      ]);
    },
  );

  test("an unset env(NAME) gives no warning where the value is not used", async () => {
    const { warnings } = await load(
      [
        'studio.openai_api_key = "env(A)"',
        'auth.external.apple.secret = "env(B)"',
        'auth.sms.twilio = { enabled = false, auth_token = "env(C)" }',
        'auth.email.smtp = { enabled = false, pass = "env(D)" }',
      ].join("\n"),
    );
    expect(warnings).toEqual([]);
  });

  test("an unset env(NAME) that a provider needs leaves the provider to the sandbox", async () => {
    const { config, warnings } = await load(
      [
        "[auth.external.github]",
        "enabled = true",
        'client_id = "literal"',
        'secret = "env(GITHUB_SECRET)"',
        "[auth.external.discord]",
        "enabled = false",
        'client_id = "env(DISCORD_ID)"',
      ].join("\n"),
    );
    expect(config.auth.external["github"]?.enabled).toBe(true);
    expect(config.auth.external["github"]?.client_id).toBeUndefined();
    expect(warnings).toEqual([
      "supabase/config.toml:4: auth.external.github.secret reads the environment variable GITHUB_SECRET, which is not set, so in development the sandbox plays the provider, and elsewhere it is closed.",
    ]);
  });

  test("an unset env(NAME) that a message service needs disables the service", async () => {
    const { config, warnings } = await load(
      [
        "[auth.email.smtp]",
        'host = "smtp.example.com"',
        "port = 587",
        'user = "env(SMTP_USER)"',
        'pass = "env(SMTP_PASS)"',
        'admin_email = "a@example.com"',
        "[auth.sms]",
        "enable_signup = true",
        "[auth.sms.twilio]",
        "enabled = true",
        'account_sid = "a"',
        'message_service_sid = "b"',
        'auth_token = "env(TWILIO)"',
      ].join("\n"),
    );
    expect(config.auth.email.smtp).toBeUndefined();
    expect(config.auth.sms.twilio).toBeUndefined();
    expect(config.auth.sms.enable_signup).toBe(true);
    expect(warnings).toEqual([
      expect.stringContaining("4: auth.email.smtp.user reads the environment variable SMTP_USER"),
      expect.stringContaining("5: auth.email.smtp.pass reads the environment variable SMTP_PASS"),
      expect.stringContaining("not set, so [auth.sms.twilio] is left out."),
    ]);
  });

  test("an unset env(NAME) that a captcha needs refuses every captcha", async () => {
    const captcha = 'auth.captcha = { enabled = true, provider = "hcaptcha", secret = "env(C)" }';
    const { config, warnings } = await load(captcha);
    expect(config.auth.captcha).toMatchObject({ enabled: true, secret: "env(C)" });
    expect(warnings).toEqual([expect.stringContaining("so every captcha is refused.")]);
  });

  test("an unset env(NAME) without a fallback is an error", async () => {
    const hook =
      'auth.hook.send_sms = { enabled = true, uri = "https://example.com", secrets = "env(S)" }';
    expect(await problemsOf(hook)).toEqual([
      "supabase/config.toml:1: auth.hook.send_sms.secrets reads the environment variable S, which is not set, and it is needed.",
    ]);
  });

  test("an unset env(NAME) is allowed for the secrets of Apple and Google", async () => {
    const toml = 'auth.external.apple = { enabled = true, client_id = "a", secret = "env(B)" }';
    const { warnings } = await load(toml);
    expect(warnings).toEqual([expect.stringContaining("auth.external.apple.secret reads")]);
  });

  test("env(NAME) is read from the process first, then from the nearest .env file", async () => {
    const toml = 'auth.additional_redirect_urls = ["env(A)", "env(B)", "env(C)", "env(D)"]';
    const files = {
      "supabase/.env.development.local": "A=1",
      "supabase/.env": 'A=2\nB="two"\nD=2',
      ".env.local": "B=3\nC=3",
      ".env": "C=4",
    };
    const { config } = await load(toml, { D: "process" }, files);
    expect(config.auth.additional_redirect_urls).toEqual(["1", "two", "3", "process"]);
    const staged = await load(toml, { SUPABASE_ENV: "test" }, { ...files, ".env.test": "A=5" });
    expect(staged.config.auth.additional_redirect_urls).toEqual(["2", "two", "4", "2"]);
  });
});

describe("an unknown key", () => {
  test.each([
    ["auth.enable_sgnup", "; did you mean auth.enable_signup?"],
    ["auth.email.otp_lenght", "; did you mean auth.email.otp_length?"],
    ["auth.email.template.magiclink.subject", "; did you mean auth.email.template.magic_link?"],
    ["auth.external.github.clientid", "; did you mean auth.external.github.client_id?"],
    ["auth.email.smtp.hots", "; did you mean auth.email.smtp.host?"],
    ["auht.enabled", "; did you mean auth?"],
    ["auth.otp_expiry", "; did you mean auth.email.otp_expiry or auth.sms.otp_expiry?"],
    ["portico.types_file", "; did you mean portico.types?"],
    ["portico.typescript", "; did you mean portico.types?"],
    ["auth.jwt_exp", "; did you mean auth.jwt_expiry?"],
    ["auth.otp_length", "."],
    ["auth.colour", "."],
  ])("the unknown key %s is reported and ignored", async (key, question) => {
    const { config, warnings } = await load(
      `\n"project_id" = "here"\n${key} = 1\nauth.email.smtp.enabled = false`,
    );
    const unknown = key.replace(/\.subject$/, "").replace(/^auht\.enabled$/, "auht");
    expect(warnings).toEqual([
      `supabase/config.toml:3: ${unknown} is not a known key and is ignored${question}`,
    ]);
    expect(config.project_id).toBe("here");
  });

  test("an unknown key does not hide a wrong value", async () => {
    expect(await problemsOf("auth.jwt_expires = 1\nauth.jwt_expiry = -1")).toEqual([
      expect.stringContaining("auth.jwt_expiry must be"),
    ]);
  });

  test("an unknown key may have any name", async () => {
    const { config, warnings } = await load(
      '["a.b"]\nx = 1\n[auth."__proto__"]\nenable_signup = false\n[constructor]\nx = 1',
    );
    expect(warnings).toEqual([
      'supabase/config.toml:1: "a.b" is not a known key and is ignored.',
      "supabase/config.toml:3: auth.__proto__ is not a known key and is ignored.",
      "supabase/config.toml:5: constructor is not a known key and is ignored.",
    ]);
    expect(config).toEqual(configSchema.parse({}));
  });

  test("an unknown key among the providers is accepted with a warning", async () => {
    const { config, warnings } = await load("auth.external.githb.enabled = true");
    expect(config.auth.external["githb"]?.enabled).toBe(true);
    expect(warnings).toEqual([
      "supabase/config.toml:1: auth.external.githb is not a provider that Supabase Auth has; did you mean github?",
    ]);
  });
});

test("the newer of the two names of the inbox section wins", async () => {
  const olderSection = await load("inbucket.port = 1111");
  expect(olderSection.config.inbucket.port).toBe(1111);
  const { config, warnings } = await load("local_smtp.port = 2222\ninbucket.port = 1111");
  expect(config.inbucket.port).toBe(2222);
  expect(warnings).toEqual([]);
});

test("an enabled setting that is not supported causes a warning", async () => {
  const { warnings } = await load("[edge_runtime]\ninspector_port = 9000");
  expect(warnings).toEqual([
    "supabase/config.toml:2: edge_runtime.inspector_port has no effect here: functions run without an inspector.",
  ]);
});

describe("phone login", () => {
  const sms = (settings: string) => load(`[auth.sms]\nenable_signup = true\n${settings}`);

  test("phone login is on where no service is named: text messages go to the inbox", async () => {
    const { config, warnings } = await sms("");
    expect(config.auth.sms.enable_signup).toBe(true);
    expect(warnings).toEqual([]);
  });

  test("phone login is on with a service, or with a hook in its place", async () => {
    const twilio = 'enabled = true\naccount_sid = "a"\nmessage_service_sid = "m"\nauth_token = "t"';
    expect((await sms(`[auth.sms.twilio]\n${twilio}`)).config.auth.sms.enable_signup).toBe(true);
    const hook = '[auth.hook.send_sms]\nenabled = true\nuri = "pg-functions://postgres/public/f"';
    const { config } = await sms(`[auth.sms.twilio]\nenabled = false\n${hook}`);
    expect(config.auth.sms.enable_signup).toBe(true);
  });

  test("phone login is off with a warning where all named services are switched off", async () => {
    const { config, warnings } = await sms("[auth.sms.twilio]\nenabled = false");
    expect(config.auth.sms.enable_signup).toBe(false);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^supabase\/config\.toml:2: auth\.sms\.enable_signup has no effect, .* in the inbox\.$/,
      ),
    ]);
  });
});
