import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  compare,
  Ledger,
  loadedProject,
  resumeSession,
  signUp,
} from "../../test/loaded-project.ts";
import { type Command, portico } from "../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../test/project-folder.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import { openPglite } from "../database/pglite/pglite.ts";
import { sql } from "../database/sql.ts";
import { relativePathOf } from "../storage/files/directory.ts";
import { backUp, restoreFrom } from "./commands.ts";

// Each test starts several processes, and each of them opens a database, so allow more time.
vi.setConfig({ testTimeout: 180_000 });
const nightlyTest = test.runIf(process.env["PORTICO_BACKUP_KILLS"]);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const runningCommands: Command[] = [];
beforeEach(async () => {
  folder = await temporaryFolder(loadedProject);
});
afterEach(async () => {
  for (const { process, ended } of runningCommands.splice(0)) {
    process.kill("SIGKILL");
    await ended;
  }
  await folder.remove();
});

const pathOf = (...parts: string[]) => join(folder.path, ...parts);

function command(...args: string[]): Command {
  const started = portico([...args, "--project", folder.path]);
  runningCommands.push(started);
  return started;
}

const start = (data = pathOf(".portico"), ...args: string[]) =>
  command("start", "--port", "0", "--data", data, ...args);

async function stop(server: Command): Promise<void> {
  server.process.kill("SIGTERM");
  await server.ended;
}

/** Runs a command until it ends, and returns its exit code and output. */
async function output(...args: string[]): Promise<string> {
  const { code, output } = await command(...args).ended;
  return `${code}: ${output}`;
}

test("a backup under load has everything that was confirmed before it, nothing partial, and all sessions", async () => {
  const server = start();
  const origin = await server.origin;
  const session = await signUp(origin);
  const ledger = new Ledger();
  const stopWriting = ledger.write(origin);
  await sleep(1000);

  const confirmed = ledger.snapshot();
  expect(await output("backup", pathOf("kept.tar.gz"))).toMatch(
    /^0: The backup is in .*kept\.tar\.gz: 1 user, \d+ tables with \d+ rows, [1-9]\d* files/,
  );
  expect(ledger.pairs.size).toBeGreaterThan(confirmed.pairs.size);
  expect((await stat(pathOf("kept.tar.gz"))).mode & 0o777).toBe(0o600);
  await stopWriting();
  // Storage deletes the files of removed objects only after the backup, and has done so by now.
  const storedFiles = (
    await readdir(pathOf(".portico/files"), { recursive: true, withFileTypes: true })
  ).filter((entry) => entry.isFile());
  expect(storedFiles.length).toBe(ledger.files.size);
  await stop(server);

  expect(await output("restore", pathOf("kept.tar.gz"), "--data", pathOf("restored"))).toMatch(
    /^0: The project of/,
  );
  const restored = await start(pathOf("restored")).origin;
  await compare(restored, confirmed);
  expect(await resumeSession(restored, session)).toBe("ada@example.com");
  expect((await stat(pathOf("restored/database"))).mode & 0o777).toBe(0o700);
});

nightlyTest(
  "a server that is killed amid a backup leaves none, and goes on as before",
  async () => {
    const server = start();
    const ledger = new Ledger();
    const stopWriting = ledger.write(await server.origin);
    // This file takes some seconds to copy.
    const largeNote = pathOf(".portico/files", relativePathOf(randomUUID()));
    await mkdir(dirname(largeNote), { recursive: true });
    await writeFile(largeNote, randomBytes(300_000_000));
    const backup = command("backup", pathOf("never.tar.gz"));
    await expect
      .poll(
        () =>
          stat(pathOf("never.tar.gz.unfinished")).then(
            ({ size }) => size > 0,
            () => false,
          ),
        { timeout: 20_000, interval: 20 },
      )
      .toBe(true);
    server.process.kill("SIGKILL");
    await stopWriting();
    const { code, output } = await backup.ended;
    expect([code, output]).toEqual([
      1,
      "The server ended before the backup was complete. See its log for the reason.\n",
    ]);
    expect((await readdir(folder.path)).sort()).toEqual([".portico", "supabase"]);

    const restoredCommand = start();
    await compare(await restoredCommand.origin, ledger.snapshot());
    await stop(restoredCommand);
    const database = await openPglite({ directory: pathOf(".portico") });
    const { rows } = await database.query(sql`select slot_name from pg_replication_slots`);
    await database.close();
    expect(rows).toEqual([]);
  },
);

nightlyTest(
  "a command that is interrupted leaves nothing, and another backup can be made",
  async () => {
    const server = start();
    await server.origin;
    const largeNote = pathOf(".portico/files", relativePathOf(randomUUID()));
    await mkdir(dirname(largeNote), { recursive: true });
    await writeFile(largeNote, randomBytes(300_000_000));
    const backup = command("backup", pathOf("stopped.tar.gz"));
    await expect
      .poll(
        () =>
          stat(pathOf("stopped.tar.gz.unfinished")).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000, interval: 20 },
      )
      .toBe(true);
    expect(await output("backup", pathOf("second.tar.gz"))).toBe(
      "1: Another backup is running. Try again when it has finished.\n",
    );
    backup.process.kill("SIGINT");
    expect(await backup.ended).toEqual({ code: 1, output: "Stopped.\n" });
    await expect
      .poll(() => output("backup", pathOf("second.tar.gz"), "--no-verify"))
      .toMatch(/^0: .*was not verified/);
    expect((await readdir(folder.path)).sort()).toEqual([".portico", "second.tar.gz", "supabase"]);
    expect(server.output()).not.toContain("error");
  },
);

nightlyTest("a data directory with a long path is backed up while it is served", async () => {
  const data = pathOf("a".repeat(100), "b".repeat(100));
  const server = start(data);
  await server.origin;
  expect(await output("backup", pathOf("long.tar.gz"), "--data", data)).toMatch(/^0: /);
  expect(server.output()).not.toContain("cannot reach");
});

describe("a backup of a stopped project", () => {
  /** Returns the message that a command's function resolves or rejects with. */
  const outputOf = (work: Promise<string>) =>
    work
      .catch((error: Error) => error.message)
      .then((text) => text.replaceAll(`${folder.path}/`, ""));
  const backup = (target: string, replaces = false, data = ".portico") =>
    outputOf(
      backUp(
        { project: folder.path, env: {}, directory: pathOf(data), files: undefined },
        target.startsWith("/") ? target : pathOf(target),
        { verifies: true, replaces },
      ),
    );
  const restored = (file: string, data: string, replaces = false) =>
    outputOf(restoreFrom(pathOf(file), { directory: pathOf(data), files: undefined }, replaces));

  beforeEach(async () => {
    const database = await openPrepared({ directory: pathOf(".portico") });
    await database.close();
  });

  test("a backup is written to a file, or to a directory under its date, and replaces nothing unless asked", async () => {
    expect(await backup("one.tar.gz")).toMatch(
      /^The backup is in one\.tar\.gz: 0 users, \d+ tables/,
    );
    expect(await backup("one.tar.gz")).toBe(
      "one.tar.gz already exists. Choose another name, or use --replace.",
    );
    expect(await backup("one.tar.gz", true)).toMatch(/^The backup is in/);
    expect(await backup("many/")).toMatch(/^The backup is in many\/portico-/);
    expect((await stat(pathOf("many"))).mode & 0o777).toBe(0o700);
    expect(await readdir(pathOf("many"))).toEqual([
      expect.stringMatching(/^portico-\d{4}-\d\d-\d\dT[\d-]+Z\.tar\.gz$/),
    ]);
  });

  nightlyTest(
    "a restore refuses what is damaged or of another release, and changes nothing",
    async () => {
      await backup("whole.tar.gz");
      const complete = await readFile(pathOf("whole.tar.gz"));
      const flipped = Buffer.from(complete);
      const middle = Math.floor(flipped.length * 0.9);
      flipped[middle] = (flipped[middle] ?? 0) ^ 0x10;
      await writeFile(pathOf("flipped.tar.gz"), flipped);
      await writeFile(pathOf("cut.tar.gz"), complete);
      await truncate(pathOf("cut.tar.gz"), complete.length - 5000);
      await writeFile(pathOf("empty.tar.gz"), "");
      await writeFile(pathOf("other.tar.gz"), await archive({ "notes.txt": "hello" }));
      const manifest = {
        format: 1,
        portico: "0.1.0",
        postgres: "99.1",
        date: "2040-01-01T00:00:00Z",
      };
      const withManifest = (changes: object, files = {}) =>
        archive({ "manifest.json": JSON.stringify({ ...manifest, ...changes }), ...files });
      await writeFile(
        pathOf("major.tar.gz"),
        await withManifest({}, { "database/PG_VERSION": "99\n" }),
      );
      await writeFile(pathOf("format.tar.gz"), await withManifest({ format: 2, portico: "9.0.0" }));
      await writeFile(pathOf("hollow.tar.gz"), await withManifest({ postgres: "18.1" }));
      await writeFile(
        pathOf("outside.tar.gz"),
        await withManifest({ postgres: "18.1" }, { "database/../../x": "x" }),
      );
      const output = (name: string) => restored(name, "new");

      expect(await output("flipped.tar.gz")).toMatch(
        /^flipped\.tar\.gz is damaged or not a backup: /,
      );
      expect(await output("cut.tar.gz")).toBe(
        "cut.tar.gz is damaged or not a backup: unexpected end of file.",
      );
      expect(await output("empty.tar.gz")).toMatch(/^empty\.tar\.gz is damaged or not a backup: /);
      expect(await output("other.tar.gz")).toBe("other.tar.gz is not a Portico backup.");
      expect(await output("major.tar.gz")).toMatch(
        /^major\.tar\.gz is of PostgreSQL 99\.1, and the embedded database here is \d+\.\d+\. /,
      );
      expect(await output("format.tar.gz")).toMatch(
        /^format\.tar\.gz was made by Portico 9\.0\.0, whose backups this release cannot read/,
      );
      expect(await output("hollow.tar.gz")).toBe("The backup contains no database.");
      expect(await output("outside.tar.gz")).toMatch(/does not belong to a project/);
      expect(await output("nothing.tar.gz")).toMatch(/^nothing\.tar\.gz cannot be read: ENOENT/);
      expect((await readdir(pathOf("new"))).sort()).toEqual([".gitignore", "lock"]);
    },
  );

  nightlyTest(
    "a restore takes the place of a project only when it is asked to, and never of one that is served",
    async () => {
      await backup("whole.tar.gz");
      expect(await restored("whole.tar.gz", ".portico")).toBe(
        ".portico is not empty. Choose another directory, or use --replace to overwrite it.",
      );
      const server = start();
      await server.origin;
      expect(await restored("whole.tar.gz", ".portico", true)).toBe(
        ".portico is in use: stop portico start first.",
      );
      await stop(server);
      expect(await restored("whole.tar.gz", ".portico", true)).toMatch(/^The project of/);
      const names = await readdir(pathOf(".portico"));
      expect(names.filter((name) => !name.startsWith("lock")).sort()).toEqual([
        ".gitignore",
        "database",
      ]);
      await compare(await start().origin, new Ledger());
    },
  );

  test("a backup that cannot be written reports the reason", async () => {
    await writeFile(pathOf("file"), "");
    expect(await output("backup", pathOf("file/below.tar.gz"))).toMatch(
      /^1: .* cannot be written: E/,
    );
    expect(await output("backup", pathOf("x.tar.gz"), "--data", pathOf("nowhere"))).toMatch(
      /^1: There is no database in /,
    );
    expect(await output("backup")).toBe("1: portico backup needs one file.\n");
    expect(await output("backup", pathOf("x.tar.gz"), "--memory")).toBe(
      "1: Unknown option '--memory'.\n",
    );
    const env = { DATABASE_URL: "postgresql://127.0.0.1/none" };
    const onServer = await portico(["backup", pathOf("x.tar.gz")], env).ended;
    expect(onServer).toEqual({
      code: 1,
      output: expect.stringContaining("pg_dump, pg_basebackup, pgBackRest, or WAL-G"),
    });
  });
});

async function archive(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name, size: body.length },
    body,
  }));
  return gzipSync(await packTar(entries));
}
