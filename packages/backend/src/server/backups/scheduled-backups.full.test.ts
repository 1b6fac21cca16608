import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { portico } from "../../../test/processes/portico-command.ts";
import { projectFolder } from "../../../test/project-folder.ts";
import { archiveName, findScheduledArchives } from "../../backup/names.ts";
import { startServer } from "../server.ts";

// Each test starts servers that open a database, and opens another database to verify a backup.
vi.setConfig({ testTimeout: 180_000 });

const scheduled = (more = "") => ({
  "supabase/config.toml": `
    [portico.backup]
    directory = "../backups"
    every = "1h"
    keep = 2
    ${more}`,
});

/** Serves the project until `received` returns true for the existing backups and the logged lines. */
async function serveUntil(
  project: string,
  received: (names: string[], lines: readonly string[]) => boolean,
  env: Record<string, string> = {},
) {
  const lines: string[] = [];
  const collect = (_: unknown, message: string) => void lines.push(message);
  const server = await startServer({
    project,
    host: "127.0.0.1",
    port: 0,
    storage: { directory: join(project, ".portico") },
    env,
    log: { error: collect, warn: collect, info: collect },
  });
  try {
    const names = () => readdir(join(project, "backups")).catch(() => []);
    await expect.poll(async () => received((await names()).sort(), lines)).toBe(true);
    const figures = server.monitoringOrigin && (await fetch(`${server.monitoringOrigin}/metrics`));
    return { names: (await names()).sort(), lines, figures: figures ? await figures.text() : "" };
  } finally {
    await server.close();
  }
}

test("a due backup is made at the start, and the newest of this project are kept", async () => {
  const project = await projectFolder(scheduled());
  const env = { PORTICO_ADMIN_PORT: "0" };
  const firstRun = await serveUntil(
    project,
    (_, lines) => lines.includes("a backup was made"),
    env,
  );
  const [only] = findScheduledArchives(firstRun.names);
  if (!only) throw new Error("There is no backup.");
  const seconds = only.date.getTime() / 1000;
  expect(firstRun.figures).toContain(`portico_last_backup_timestamp_seconds ${seconds}`);

  // No backup is due yet.
  const secondRun = await serveUntil(project, () => true, env);
  expect(secondRun.lines).not.toContain("a backup was made");
  expect(secondRun.names).toEqual(firstRun.names);

  const file = (name: string) => join(project, "backups", name);
  const otherFiles = ["notes.txt", archiveName(new Date(0)), archiveName(new Date(0), "00000000")];
  const olderBackups = [1, 2, 3].map((day) =>
    archiveName(new Date(day * 86_400_000), only.project),
  );
  for (const name of [
    ...otherFiles,
    ...olderBackups,
    `${archiveName(new Date(0), only.project)}.unfinished`,
  ]) {
    await writeFile(file(name), "");
  }
  await rm(file(only.name));
  const laterRun = await serveUntil(
    project,
    (_, lines) => lines.includes("a backup was made"),
    env,
  );
  const newestBackup = findScheduledArchives(laterRun.names).at(-1)?.name;
  expect(laterRun.names).toEqual([...otherFiles, olderBackups[2], newestBackup].sort());
});

test("a backup that fails is logged, and the server keeps running", async () => {
  const project = await projectFolder(scheduled());
  await writeFile(join(project, "backups"), "in the way");
  const { lines } = await serveUntil(project, (_, outputLines) =>
    outputLines.includes("a backup could not be made"),
  );
  expect(lines).not.toContain("a backup was made");
});

test("the doctor reports an overdue backup", async () => {
  const project = await projectFolder(scheduled());
  const outputLines = async () => {
    const command = portico(["doctor", "--project", project]);
    onTestFinished(() => void command.process.kill("SIGKILL"));
    return (await command.ended).output;
  };
  expect(await outputLines()).toContain("No backup of [portico.backup] is in ");
  await mkdir(join(project, "backups"));
  const foreignBackup = join(
    project,
    "backups",
    archiveName(new Date("2020-01-02T03:04:05Z"), "01234567"),
  );
  await writeFile(foreignBackup, "");
  expect(await outputLines()).toContain(
    "The last backup of [portico.backup] was made at 2020-01-02T03:04:05.000Z",
  );
  await writeFile(join(project, "backups", archiveName(new Date(), "01234567")), "");
  expect(await outputLines()).not.toContain("backup");
});

test("backup settings without an embedded database on disk have no effect, and the start says so", async () => {
  const project = await projectFolder(scheduled());
  const command = portico(["start", "--project", project, "--memory", "--port", "0"]);
  onTestFinished(() => void command.process.kill("SIGKILL"));
  await command.origin;
  expect(command.output()).toContain(
    "[portico.backup] has no effect. There is nothing to back up, because --memory stores nothing.",
  );
});

test("an invalid backup setting is refused at the start", async () => {
  const project = await projectFolder({
    "supabase/config.toml": '[portico.backup]\ndirectory = "x"\nevery = "5s"\nkeep = 0',
  });
  const { code, output } = await portico(["start", "--project", project, "--memory"]).ended;
  expect(code).toBe(1);
  expect(output).toContain(
    'supabase/config.toml:3: portico.backup.every must be a duration of "1m" or more',
  );
  expect(output).toContain("portico.backup.keep must be a number of backups, 1 or more");
});
