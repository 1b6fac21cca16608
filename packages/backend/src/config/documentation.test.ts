import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { onDisk } from "./disk.ts";
import { loadConfig } from "./load.ts";
import { databaseSettings, warnOfSettings } from "./sections/database-settings.ts";
import { keysWithWarning } from "./without-effect.ts";

const page = await readFile(
  new URL("../../../../docs/project-folders.md", import.meta.url),
  "utf8",
);

/** Returns the keys in a table's first column, and whether the last column refers to a note. */
function rowsOf(heading: string) {
  const [, section = ""] = new RegExp(`^### ${heading}$(.*?)^##`, "ms").exec(page) ?? [];
  const lines = section.split("\n").filter((line) => line.startsWith("| `"));
  return lines.flatMap((line) => {
    const [, keys = "", , last = ""] = line.split(/ ?\| ?/);
    return [...keys.matchAll(/`([^`]+)`/g)].map(([, key = ""]) => ({
      key,
      isNoted: last.startsWith("note"),
    }));
  });
}

const effective = rowsOf("Keys with an effect").map(({ key }) => key);
const ineffective = rowsOf("Keys without an effect");

async function warningsOf(toml: string, env = {}): Promise<readonly string[]> {
  const directory = await projectFolder({ "supabase/config.toml": toml });
  const { warnings } = await loadConfig({ folder: onDisk(directory), env });
  return warnings;
}

describe("the tables of keys", () => {
  test("every key of the Supabase CLI is in one of the tables, and no other", async () => {
    const list = await readFile(new URL("cli-keys.txt", import.meta.url), "utf8");
    // Keys of `auth` are documented on the auth wire's page, which has its own test.
    const cliKeys = list.split("\n").filter((key) => key !== "" && !key.startsWith("auth."));
    const documentedKeys = [...effective, ...ineffective.map(({ key }) => key)];
    expect(documentedKeys.sort()).toEqual(cliKeys.sort());
  });

  test("the keys with a note are those that give a warning", () => {
    const keysWithNote = ineffective.filter(({ isNoted }) => isNoted).map(({ key }) => key);
    const ignoredSettings = Object.keys(databaseSettings.shape)
      .map((key) => ({ key, warnings: warnOfSettings({ [key]: "1" }, { isEmbedded: true }) }))
      .filter(({ warnings }) => warnings.length > 0)
      .map(({ key }) => `db.settings.${key}`);
    const compute = ["runtime", "size", "exposure", "instances", "source"];
    expect(keysWithNote.sort()).toEqual(
      [
        ...keysWithWarning.filter((key) => !key.startsWith("auth.")),
        ...ignoredSettings,
        ...compute.map((key) => `compute.*.${key}`),
        "remotes.*.project_id",
      ].sort(),
    );
  });
});

/** Values that cause a warning, for keys for which the usual test values are invalid or have no effect. */
const unusualValues: Readonly<Record<string, string>> = {
  "edge_runtime.policy": '"oneshot"',
  "edge_runtime.inspector_port": "9229",
  "edge_runtime.deno_version": "1",
  "inbucket.smtp_port": "54325",
  "inbucket.pop3_port": "54326",
  "local_smtp.smtp_port": "54325",
  "local_smtp.pop3_port": "54326",
  "storage.image_transformation.enabled": "false",
};

test.each(keysWithWarning)(
  "%s with a value of its own gives a warning with the reason",
  async (key) => {
    const isSwitch = key.endsWith(".enabled");
    const value = unusualValues[key] ?? (isSwitch ? "true" : '"other"');
    const required = key.includes("twilio_verify")
      ? ["account_sid", "message_service_sid", "auth_token"].map(
          (name) => `auth.sms.twilio_verify.${name} = "x"`,
        )
      : [];
    expect(await warningsOf([`${key} = ${value}`, ...required].join("\n"))).toContainEqual(
      expect.stringMatching(
        new RegExp(`^supabase/config\\.toml:1: ${key} has no effect here: .*\\.$`),
      ),
    );
  },
);

test("a compute size gives a warning", async () => {
  expect(await warningsOf('[compute.worker]\nruntime = "node"')).toEqual([
    "supabase/config.toml:1: compute.worker has no effect here: Portico runs no compute.",
  ]);
});

test("a section without an effect gives one warning, and reports a misspelled key", async () => {
  expect(
    await warningsOf('[studio]\nport = 55323\napi_url = "http://example.com"\nprot = 1'),
  ).toEqual([
    "supabase/config.toml:2: studio.port has no effect here: Portico serves no Studio.",
    "supabase/config.toml:4: studio.prot is not a known key and is ignored; did you mean studio.port?",
  ]);
});

test("the values of a new project give no warning, also from variables", async () => {
  expect(await warningsOf('[studio]\nport = "env(PORT)"', { PORT: "54323" })).toEqual([]);
});

describe("[remotes.*]", () => {
  const reference = "abcdefghijklmnopqrst";

  test("a remote has no effect here and gives no warning", async () => {
    const toml = `[remotes.staging]\nproject_id = "${reference}"\n[remotes.staging.auth]\nsite_url = 3`;
    expect(await warningsOf(toml)).toEqual([]);
  });

  test("a remote without a project's reference, or with another's, gives a warning", async () => {
    const toml = `[remotes.a]\nproject_id = "${reference}"\n[remotes.b]\nproject_id = "${reference}"\n[remotes.c]\nproject_id = "short"\n[remotes.d.api]\nport = 1`;
    const refused = "the Supabase CLI does not read this file.";
    expect(await warningsOf(toml)).toEqual([
      `supabase/config.toml:4: remotes.b.project_id is that of remotes.a, too: ${refused}`,
      `supabase/config.toml:6: remotes.c.project_id must be the reference of a hosted project, such as "${reference}": ${refused}`,
      `supabase/config.toml:7: remotes.d.project_id must be the reference of a hosted project, such as "${reference}": ${refused}`,
    ]);
  });

  test("a remote may have its reference in a variable that is set where the file is pushed", async () => {
    const toml = '[remotes.staging]\nproject_id = "env(STAGING)"';
    expect(await warningsOf(toml)).toEqual([]);
    expect(await warningsOf(toml, { STAGING: "no" })).toHaveLength(1);
  });
});
