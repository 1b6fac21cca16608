import { expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { ConfigError } from "./config-error.ts";
import { onDisk } from "./disk.ts";
import { loadConfig } from "./load.ts";

// The example in the Supabase CLI's own test (`pkg/config/secret_test.go`).
const key = "7fd7210cef8f331ee8c55897996aaaafd853a2b20a4dc73d6d75759f65d2a7eb";
const encrypted =
  "encrypted:BKiXH15AyRzeohGyUrmB6cGjSklCrrBjdesQlX1VcXo/Xp20Bi2gGZ3AlIqxPQDmjVAALnhZamKnuY73l8Dz1P+BYiZUgxTSLzdCvdYUyVbNekj2UudbdUizBViERtZkuQwZHIv/";
const otherKey = "1".repeat(64);

async function load(toml: string, files: Readonly<Record<string, string>> = {}, env = {}) {
  const directory = await projectFolder({ "supabase/config.toml": toml, ...files });
  return loadConfig({ folder: onDisk(directory), env });
}

const vault = `[db.vault]\nplain = "text"\nsecret = "${encrypted}"\n`;

test.each([
  ["the process", {}, { DOTENV_PRIVATE_KEY: key }],
  ["a list", {}, { DOTENV_PRIVATE_KEY_PRODUCTION: `${otherKey}, ${key}` }],
  ["supabase/.env", { "supabase/.env": `DOTENV_PRIVATE_KEY=${key}` }, {}],
])("an encrypted secret is decrypted with the key of %s", async (_, files, env) => {
  const { config, warnings } = await load(vault, files, env);
  expect(config.db.vault).toEqual({ plain: "text", secret: "value" });
  expect(warnings).toEqual([]);
});

test("a secret may come encrypted from a variable, and be that of a provider", async () => {
  const { config } = await load(
    '[auth.external.github]\nenabled = true\nclient_id = "id"\nsecret = "env(GITHUB)"\n',
    { ".env": `GITHUB="${encrypted}"\nDOTENV_PRIVATE_KEY=${key}` },
  );
  expect(config.auth.external["github"]?.secret).toBe("value");
});

test("an encrypted secret without a key counts as absent, with a warning", async () => {
  const { config, warnings } = await load(vault);
  expect(config.db.vault).toEqual({ plain: "text" });
  expect(warnings).toEqual([
    "supabase/config.toml:3: db.vault.secret reads the environment variable DOTENV_PRIVATE_KEY, which is not set, so it counts as absent.",
  ]);
});

test.each([
  ["another key", encrypted, otherKey],
  ["a key that is no key", encrypted, "invalid"],
  ["a text that is not base64", "encrypted:invalid", key],
  ["an empty text", "encrypted:", key],
  ["a point outside the curve", `encrypted:${Buffer.alloc(120, 4).toString("base64")}`, key],
])(
  "an encrypted secret with %s is an error that shows nothing of it",
  async (_, value, invalidValue) => {
    const loading = load(
      `[edge_runtime.secrets]\nTOKEN = "${value}"`,
      {},
      { DOTENV_PRIVATE_KEY: invalidValue },
    );
    await expect(loading).rejects.toThrow(
      new ConfigError([
        "supabase/config.toml:2: edge_runtime.secrets.TOKEN is encrypted, and no key in DOTENV_PRIVATE_KEY can decrypt it.",
      ]),
    );
  },
);

test("only secrets are decrypted: a subject may begin with the same word", async () => {
  const { config } = await load(
    '[auth.email.template.invite]\nsubject = "encrypted: a message"\n',
    {},
    { DOTENV_PRIVATE_KEY: key },
  );
  expect(config.auth.email.template.invite?.subject).toBe("encrypted: a message");
});
