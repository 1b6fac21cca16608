import { describe, expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { ConfigError } from "./config-error.ts";
import { onDisk } from "./disk.ts";
import { loadConfig } from "./load.ts";
import { readProject } from "./project.ts";

async function load(files: Readonly<Record<string, string>>, env = {}) {
  const directory = await projectFolder(files);
  return loadConfig({ folder: onDisk(directory), env });
}

async function problemsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  try {
    await load(files);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const jsonc = `\uFEFF// The project.\r
{
  "$schema": "https://supabase.com/docs/cli/config.schema.json",
  "project_id": "notes", /* the name of the app */
  "auth": {
    "site_url": "env(SITE)",
    "additional_redirect_urls": ["https://example.com/a,b", "env(PREVIEW)",],
    "minimum_password_length": 4,
    "jwt_issuer": null,
    "external": { "__proto__": { "enabled": false }, "github": { "enabled": true, "client_id": 12345678901234567890 } },
  },
}
`;

test("config.jsonc has comments, commas at the end, variables and long numbers", async () => {
  const env = { SITE: "https://example.com", PREVIEW: "https://preview.example.com" };
  const { config, warnings } = await load({ "supabase/config.jsonc": jsonc }, env);
  expect(config).toMatchObject({
    project_id: "notes",
    auth: {
      site_url: "https://example.com",
      additional_redirect_urls: ["https://example.com/a,b", "https://preview.example.com"],
      minimum_password_length: 6,
    },
  });
  expect(config.auth.jwt_issuer).toBeUndefined();
  expect(config.auth.external["github"]?.client_id).toBe("12345678901234567890");
  expect(warnings).toEqual([
    "supabase/config.jsonc:8: auth.minimum_password_length is 4, outside the limits of Supabase Auth; 6 is used, as there.",
  ]);
});

test("config.json takes precedence over config.toml, which a warning names", async () => {
  const { config, warnings } = await load({
    "supabase/config.json": '{ "auth": { "jwt_expiry": 60 } }',
    "supabase/config.toml": "[auth]\njwt_expiry = 120",
  });
  expect(config.auth.jwt_expiry).toBe(60);
  expect(warnings).toEqual(["supabase/config.toml has no effect beside supabase/config.json."]);
});

test("config.json and config.jsonc together are an error", async () => {
  expect(await problemsOf({ "supabase/config.json": "{}", "supabase/config.jsonc": "{}" })).toEqual(
    ["supabase/config.json and supabase/config.jsonc both exist. Remove one of them."],
  );
});

test("the last value of a key that is twice in a JSON file is used, with a warning", async () => {
  const { config, warnings } = await load({
    "supabase/config.json":
      '{\n"auth": { "jwt_expiry": 60 },\n"auth": { "enable_signup": false }\n}',
  });
  expect(config.auth).toMatchObject({ jwt_expiry: 3600, enable_signup: false });
  expect(warnings).toEqual([
    "supabase/config.json:3: auth is in the file twice; the last value is used.",
  ]);
});

test("an invalid value in a JSON file is reported with its line", async () => {
  expect(
    await problemsOf({ "supabase/config.json": '{\n"auth": {\n"site_url": [],\n"sms": 3\n}\n}' }),
  ).toEqual([
    'supabase/config.json:3: auth.site_url must be an absolute URL such as "https://example.com", found [].',
    "supabase/config.json:4: auth.sms must be a table, found 3.",
  ]);
});

test("a missing file that the configuration names is reported with the name of the configuration file", async () => {
  const directory = await projectFolder({
    "supabase/config.jsonc": '{ "auth": { "signing_keys_path": "./keys.json" } }',
  });
  const folder = onDisk(directory);
  const { config } = await loadConfig({ folder, env: {} });
  await expect(readProject(folder, config)).rejects.toThrow(
    "supabase/config.jsonc: auth.signing_keys_path leads to supabase/keys.json, where there is no file.",
  );
});

describe("a syntax error in a JSON file is reported with its line", () => {
  test.each([
    ["config.json", "", 1, "a value is invalid"],
    ["config.json", '{\n"a": 1,\n}', 3, "a comma has no value after it"],
    ["config.json", "{\n// no\n}", 2, "only config.jsonc may have comments"],
    ["config.jsonc", "{\n/* open\n}", 2, "a comment is not closed"],
    ["config.jsonc", '{\n"a": 1\n"b": 2 }', 3, 'a comma or "}" is missing'],
    ["config.jsonc", '{\n"a" 1 }', 2, "a colon is missing after a key"],
    ["config.jsonc", "{\na: 1 }", 2, "a key must be in double quotes"],
    ["config.jsonc", '{\n"a": 01 }', 2, "a value is invalid"],
    ["config.jsonc", '{\n"a": "open\n" }', 2, "a text is not closed, or has an invalid character"],
    ["config.jsonc", '{\n"a": [1 }', 2, 'a comma or "]" is missing'],
    ["config.jsonc", "{\n,}", 2, "a key must be in double quotes"],
    ["config.jsonc", "{}\n{}", 2, "a value is followed by more text"],
    ["config.jsonc", `{\n"a": ${"[".repeat(70)}`, 2, "it has more than 64 levels"],
  ])(
    "a syntax error in a JSON file is reported with its line: %s: %j",
    async (name, text, line, reason) => {
      expect(await problemsOf({ [`supabase/${name}`]: text })).toEqual([
        `supabase/${name}:${line}: this is not valid JSON: ${reason}.`,
      ]);
    },
  );

  test("a configuration that is a list is an error", async () => {
    expect(await problemsOf({ "supabase/config.json": "[]" })).toEqual([
      "supabase/config.json must be an object, in braces.",
    ]);
  });
});
