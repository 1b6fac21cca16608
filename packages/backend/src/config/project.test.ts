import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { ConfigError } from "./config-error.ts";
import { onDisk } from "./disk.ts";
import type { MigrationOptions } from "./files/migrations.ts";
import { loadConfig } from "./load.ts";
import { readProject } from "./project.ts";

/** Reads a project folder with these files. The first argument is its config.toml. */
async function readFiles(
  toml: string,
  files: Readonly<Record<string, string>> = {},
  options: MigrationOptions = {},
) {
  return readDirectory(await projectFolder({ "supabase/config.toml": toml, ...files }), options);
}

async function readDirectory(directory: string, options: MigrationOptions = {}) {
  const { config } = await loadConfig({ folder: onDisk(directory), env: {} });
  return readProject(onDisk(directory), config, options);
}

test("a folder without supabase/ is an empty project", async () => {
  const directory = await projectFolder({});
  const { config } = await loadConfig({ folder: onDisk(directory), env: {} });
  expect(await readProject(onDisk(directory), config)).toEqual({
    migrations: [],
    seeds: [],
    vault: {},
    databaseSettings: {},
    templates: {},
    notifications: {},
    signingKeys: [],
    warnings: [],
  });
});

describe("migrations", () => {
  test("migrations come in the order of their files' names", async () => {
    const { migrations, warnings } = await readFiles("", {
      "supabase/migrations/20240102000000_second.sql": "select 2;",
      "supabase/migrations/20240101000000_first_of_all.sql": "select 1;",
      "supabase/migrations/9_nine.sql": "select 9;",
      "supabase/migrations/10_.sql": "select 10;",
    });
    expect(migrations).toEqual([
      { version: "10", name: "", file: "10_.sql", sql: "select 10;" },
      {
        version: "20240101000000",
        name: "first_of_all",
        file: "20240101000000_first_of_all.sql",
        sql: "select 1;",
      },
      {
        version: "20240102000000",
        name: "second",
        file: "20240102000000_second.sql",
        sql: "select 2;",
      },
      { version: "9", name: "nine", file: "9_nine.sql", sql: "select 9;" },
    ]);
    expect(warnings).toEqual([]);
  });

  test("migrations have a version and a name; other files are skipped with a warning", async () => {
    const { migrations, warnings } = await readFiles("", {
      "supabase/migrations/1_a.sql": "",
      "supabase/migrations/2.sql": "",
      "supabase/migrations/3_b.sql.bak": "",
      "supabase/migrations/5-a-b.sql": "",
      "supabase/migrations/README.md": "",
      "supabase/migrations/4_folder.sql/inner.sql": "",
    });
    expect(migrations.map(({ version }) => version)).toEqual(["1"]);
    const namingRule = "is skipped: a migration is named <version>_<name>.sql.";
    expect(warnings).toEqual([
      `supabase/migrations/2.sql ${namingRule}`,
      `supabase/migrations/3_b.sql.bak ${namingRule}`,
      `supabase/migrations/5-a-b.sql ${namingRule} To apply it, rename it to 5_a-b.sql.`,
      `supabase/migrations/README.md ${namingRule}`,
    ]);
  });

  test("migrations leave out the dump that old versions of the CLI made", async () => {
    const oldDump = "supabase/migrations/20211208235959_init.sql";
    const { migrations, warnings } = await readFiles("", {
      [oldDump]: "",
      "supabase/migrations/3_a.sql": "",
    });
    expect(migrations.map(({ version }) => version)).toEqual(["3"]);
    expect(warnings).toEqual([expect.stringContaining(`${oldDump} is skipped`)]);
    const laterDump = await readFiles("", { "supabase/migrations/20211209000000_init.sql": "" });
    expect(laterDump.migrations).toHaveLength(1);
  });

  const sameVersion = { "supabase/migrations/1_a.sql": "", "supabase/migrations/1_b.sql": "" };

  test("migrations of one version are an error that says which to rename", async () => {
    await expect(readFiles("", sameVersion)).rejects.toThrow(
      new ConfigError([
        "supabase/migrations/1_b.sql has the same version as 1_a.sql, and a version is recorded only once. Rename 1_b.sql to a version of its own, or start with --lenient to take both in the order of their names.",
      ]),
    );
  });

  test("migrations of one version are both applied on request, and kept apart", async () => {
    const { migrations } = await readFiles("", sameVersion, { isLenient: true });
    expect(migrations.map(({ version, file }) => [version, file])).toEqual([
      ["1", "1_a.sql"],
      ["1_b", "1_b.sql"],
    ]);
  });

  test("migrations can be switched off", async () => {
    const files = { "supabase/migrations/1_a.sql": "select 1;" };
    expect((await readFiles("db.migrations.enabled = false", files)).migrations).toEqual([]);
  });
});

describe("files outside the project", () => {
  const describeOutside = (key: string, path: string) =>
    `supabase/config.toml: ${key} leads to ${path}, which is outside the project. The file is used. If you do not expect that, do not start this project.`;

  test("files outside of the project are used and reported, whichever key names them: by two dots, an absolute path or a link", async () => {
    const outsideDirectory = await projectFolder({ "a.sql": "select 1;", "b.sql": "select 2;" });
    const directory = await projectFolder({
      "supabase/config.toml": [
        `db.seed.sql_paths = ["linked.sql", "../../${basename(outsideDirectory)}/*.sql"]`,
        "[functions.hello]",
        'entrypoint = "/opt/hello.ts"',
        'import_map = "../../maps/deno.json"',
        "[functions.off]",
        "enabled = false",
        'entrypoint = "/opt/off.ts"',
        "[functions.within]",
        'entrypoint = "../shared/within.ts"',
        "[api.tls]",
        'cert_path = "/etc/ssl/cert.pem"',
        'key_path = "./key.pem"',
      ].join("\n"),
    });
    await symlink(join(outsideDirectory, "a.sql"), join(directory, "supabase/linked.sql"));
    const { seeds, warnings } = await readDirectory(directory);
    expect(seeds.map(({ sql }) => sql)).toEqual(["select 1;", "select 1;", "select 2;"]);
    expect(warnings).toEqual([
      describeOutside("db.seed.sql_paths", "supabase/linked.sql"),
      describeOutside("db.seed.sql_paths", `../${basename(outsideDirectory)}/a.sql`),
      describeOutside("db.seed.sql_paths", `../${basename(outsideDirectory)}/b.sql`),
      describeOutside("api.tls.cert_path", "/etc/ssl/cert.pem"),
      describeOutside("functions.hello.entrypoint", "/opt/hello.ts"),
      describeOutside("functions.hello.import_map", "../maps/deno.json"),
    ]);
  });

  test.each(["supabase/migrations", "supabase/migrations/1_a.sql"])(
    "a link out of the project is reported: %s",
    async (path) => {
      const elsewhere = await projectFolder({ "1_a.sql": "select 1;" });
      const directory = await projectFolder({ "supabase/config.toml": "" });
      await mkdir(dirname(join(directory, path)), { recursive: true });
      const target = path.endsWith(".sql") ? join(elsewhere, "1_a.sql") : elsewhere;
      await symlink(target, join(directory, path));
      const { migrations, warnings } = await readDirectory(directory);
      expect(migrations).toMatchObject([{ sql: "select 1;" }]);
      expect(warnings).toEqual([
        `${path} leads out of the project. It is used. If you do not expect that, do not start this project.`,
      ]);
    },
  );

  test("a directory of backups that is a link out of the project is reported, and a path that names another one is not", async () => {
    const toml = (path: string) => `[portico.backup]\ndirectory = "${path}"`;
    const directory = await projectFolder({ "supabase/config.toml": toml("backups") });
    await symlink(tmpdir(), join(directory, "supabase/backups"));
    expect((await readDirectory(directory)).warnings).toEqual([
      "supabase/config.toml: portico.backup.directory, backups, is a link that leads out of the project. Backups are written there. If you do not expect that, do not start this project.",
    ]);
    await writeFile(join(directory, "supabase/config.toml"), toml("../../backups"));
    expect((await readDirectory(directory)).warnings).toEqual([]);
  });

  test.skipIf(process.platform === "win32")(
    "a pipe in place of a file is refused, and not waited for",
    async () => {
      const directory = await projectFolder({ "supabase/migrations/1_a.sql": "" });
      execFileSync("mkfifo", [join(directory, "supabase/seed.sql")]);
      await expect(readDirectory(directory)).rejects.toThrow(
        "supabase/seed.sql cannot be read (not a regular file).",
      );
    },
  );

  test("files outside of the project in its repository give no warning", async () => {
    const repository = await projectFolder({
      ".git/HEAD": "",
      "shared.sql": "select 1;",
      "app/supabase/config.toml": 'db.seed.sql_paths = ["../../shared.sql"]',
    });
    const { seeds, warnings } = await readDirectory(join(repository, "app"));
    expect(seeds).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});

test.each([".env", "supabase/.env", "supabase/.env.local", ".env.development"])(
  "variables are not read through a link that leads out of the project: %s",
  async (path) => {
    const home = await projectFolder({ credentials: "aws_secret_access_key = psst" });
    const directory = await projectFolder({
      "supabase/config.toml": 'db.vault.taken = "env(aws_secret_access_key)"',
    });
    await symlink(join(home, "credentials"), join(directory, path));
    await expect(readDirectory(directory)).rejects.toThrow(
      `${path} is a link that leads out of the project.`,
    );
  },
);

test("variables are read through a link within the project", async () => {
  const directory = await projectFolder({
    "supabase/config.toml": 'db.vault.own = "env(OWN)"',
    "shared/variables": "OWN = mine",
  });
  await symlink("../shared/variables", join(directory, "supabase/.env"));
  expect((await readDirectory(directory)).vault).toEqual({ own: "mine" });
});

describe("seeds", () => {
  test("seeds are supabase/seed.sql by default", async () => {
    const { seeds } = await readFiles("", { "supabase/seed.sql": "select 1;", "seed.sql": "no" });
    expect(seeds).toEqual([{ path: "supabase/seed.sql", sql: "select 1;" }]);
  });

  test("seeds follow the patterns in their order, and names within one, each file once", async () => {
    const toml =
      'db.seed.sql_paths = ["./last.sql", "seeds/*.sql", "./seeds/a.sql", "../shared.sql"]';
    const { seeds, warnings } = await readFiles(toml, {
      "supabase/seeds/b.sql": "b",
      "supabase/seeds/a.sql": "a",
      "supabase/seeds/c.sql/inner.sql": "a folder",
      "supabase/seeds/readme.md": "",
      "supabase/last.sql": "last",
      "supabase/seed.sql": "not named",
      "shared.sql": "shared",
    });
    expect(seeds).toEqual([
      { path: "supabase/last.sql", sql: "last" },
      { path: "supabase/seeds/a.sql", sql: "a" },
      { path: "supabase/seeds/b.sql", sql: "b" },
      { path: "shared.sql", sql: "shared" },
    ]);
    expect(warnings).toEqual([]);
  });

  test("seeds may lie anywhere on the machine", async () => {
    const elsewhere = await projectFolder({ "data.sql": "far" });
    const path = join(elsewhere, "data.sql");
    const { seeds } = await readFiles(`db.seed.sql_paths = [${JSON.stringify(path)}]`);
    expect(seeds.map(({ sql }) => sql)).toEqual(["far"]);
  });

  test("seeds that no file matches are named in a warning", async () => {
    const { seeds, warnings } = await readFiles('db.seed.sql_paths = ["./seeds/*.sql"]');
    expect(seeds).toEqual([]);
    expect(warnings).toEqual(['db.seed.sql_paths: no file matches "./seeds/*.sql".']);
  });

  test("seeds can be switched off", async () => {
    const files = { "supabase/seed.sql": "select 1;" };
    expect((await readFiles("db.seed.enabled = false", files)).seeds).toEqual([]);
  });
});

describe("templates", () => {
  test("templates are at content_path, relative to the project folder", async () => {
    const toml = [
      "[auth.email.template.invite]",
      'subject = "Come in"',
      'content_path = "./supabase/mail/invite.html"',
    ].join("\n");
    const { templates } = await readFiles(toml, {
      "supabase/mail/invite.html": "<p>configured</p>",
      "supabase/templates/invite.html": "<p>by its place</p>",
    });
    expect(templates).toEqual({ invite: { subject: "Come in", html: "<p>configured</p>" } });
  });

  test("templates without content_path are the file of that name under supabase/templates", async () => {
    const { templates } = await readFiles('auth.email.template.recovery.subject = "Back in"', {
      "supabase/templates/magic_link.html": "<p>link</p>",
      "supabase/templates/recovery.html": "<p>recovery</p>",
      "supabase/templates/unknown.html": "<p>unknown</p>",
    });
    expect(templates).toEqual({
      magic_link: { subject: undefined, html: "<p>link</p>" },
      recovery: { subject: "Back in", html: "<p>recovery</p>" },
    });
  });

  test("templates may be a subject alone and an empty file", async () => {
    const toml = 'auth.email.template.invite.subject = ""';
    const { templates } = await readFiles(toml, { "supabase/templates/confirmation.html": "" });
    expect(templates).toEqual({
      invite: { subject: "", html: undefined },
      confirmation: { subject: undefined, html: "" },
    });
  });

  test("templates outside the project are an error, by an absolute path, by two dots and by a link", async () => {
    const elsewhere = await projectFolder({ "a.html": "far" });
    const folder = await projectFolder({ "supabase/config.toml": "" });
    await symlink(join(elsewhere, "a.html"), join(folder, "link.html"));
    for (const path of [
      join(elsewhere, "a.html"),
      `../${basename(elsewhere)}/a.html`,
      "link.html",
    ]) {
      const key = "auth.email.template.recovery.content_path";
      await writeFile(join(folder, "supabase/config.toml"), `${key} = ${JSON.stringify(path)}`);
      await expect(readDirectory(folder)).rejects.toThrow(
        `supabase/config.toml: ${key} leads to ${path}, which is outside the project.`,
      );
    }
  });

  test("templates with the default name are not read through a link that leads out of the project", async () => {
    const elsewhere = await projectFolder({ key: "psst" });
    for (const name of ["recovery.html", "password_changed_notification.html"]) {
      const folder = await projectFolder({
        "supabase/config.toml": "auth.email.notification.password_changed.enabled = true",
        "supabase/templates/invite.html": "",
      });
      await symlink(join(elsewhere, "key"), join(folder, "supabase/templates", name));
      await expect(readDirectory(folder)).rejects.toThrow(
        `supabase/templates/${name} is a link that leads out of the project`,
      );
    }
  });

  test.each(["supabase/.env.local", ".git/config", ".portico/project-secret.json"])(
    "a message does not send what the developer has in the folder: %s",
    async (path) => {
      const key = "auth.email.template.recovery.content_path";
      await expect(readFiles(`${key} = "${path}"`, { [path]: "psst" })).rejects.toThrow(
        `${key} leads to ${path}, which may have secrets of this machine`,
      );
    },
  );

  test("templates of the repository around the project are read", async () => {
    const repository = await projectFolder({
      ".git/HEAD": "",
      "mail/a.html": "near",
      "app/supabase/config.toml": 'auth.email.template.recovery.content_path = "../mail/a.html"',
    });
    const { templates } = await readDirectory(join(repository, "app"));
    expect(templates).toEqual({ recovery: { subject: undefined, html: "near" } });
  });

  test("templates that are not at content_path are an error", async () => {
    const toml = 'auth.email.template.invite.content_path = "./templates/invite.html"';
    const files = { "supabase/templates/invite.html": "" };
    await expect(readFiles(toml, files)).rejects.toThrow(
      new ConfigError([
        "supabase/config.toml: auth.email.template.invite.content_path leads to templates/invite.html, where there is no file.",
      ]),
    );
  });
});

describe("notifications", () => {
  test("notifications are those that are enabled; content_path is relative to supabase/", async () => {
    const toml = [
      "[auth.email.notification.password_changed]",
      "enabled = true",
      'subject = "Changed"',
      'content_path = "./mail/changed.html"',
      "[auth.email.notification.email_changed]",
      "enabled = true",
      "[auth.email.notification.phone_changed]",
      'subject = "Not enabled"',
      'content_path = "nowhere.html"',
      "[auth.email.notification.identity_linked]",
      "enabled = true",
    ].join("\n");
    const { notifications } = await readFiles(toml, {
      "supabase/mail/changed.html": "changed",
      "supabase/templates/email_changed_notification.html": "by its place",
    });
    expect(notifications).toEqual({
      password_changed: { subject: "Changed", html: "changed" },
      email_changed: { subject: undefined, html: "by its place" },
      identity_linked: { subject: undefined, html: undefined },
    });
  });

  test("notifications that are not at content_path are an error", async () => {
    const toml =
      'auth.email.notification.password_changed = { enabled = true, content_path = "a.html" }';
    await expect(readFiles(toml)).rejects.toThrow(
      "auth.email.notification.password_changed.content_path leads to supabase/a.html",
    );
  });
});

describe("signing keys", () => {
  const toml = 'auth.signing_keys_path = "./keys.json"';
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const privateJwk = { ...pair.privateKey.export({ format: "jwk" }), alg: "ES256", kid: "one" };

  test("signing keys are read from the path, relative to supabase/", async () => {
    const files = { "supabase/keys.json": JSON.stringify([privateJwk]) };
    expect((await readFiles(toml, files)).signingKeys).toEqual([privateJwk]);
  });

  test("signing keys that are missing are an error", async () => {
    await expect(readFiles(toml)).rejects.toThrow(
      new ConfigError([
        "supabase/config.toml: auth.signing_keys_path leads to supabase/keys.json, where there is no file.",
      ]),
    );
  });

  test.each([
    ["no JSON", "{"],
    ["no list", JSON.stringify(privateJwk)],
    ["an empty list", "[]"],
    ["a key on another curve", JSON.stringify([{ ...privateJwk, crv: "P-384" }])],
    ["another algorithm", JSON.stringify([{ ...privateJwk, alg: "ES512" }])],
  ])("signing keys that are %s are an error that does not show them", async (_, text) => {
    const failure = readFiles(toml, { "supabase/keys.json": text });
    await expect(failure).rejects.toThrow(/^supabase\/keys\.json must hold a JSON list/);
    await expect(failure).rejects.not.toThrow(String(privateJwk.d));
    await expect(failure).rejects.toBeInstanceOf(ConfigError);
  });

  test.each([
    ["public", pair.publicKey.export({ format: "jwk" })],
    ["retired", { ...privateJwk, key_ops: ["verify"] }],
  ])("signing keys that are all %s are an error", async (_, jwk) => {
    const failure = readFiles(toml, { "supabase/keys.json": JSON.stringify([jwk]) });
    await expect(failure).rejects.toThrow(/^supabase\/keys\.json has no key to sign with/);
  });
});
