import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onDisk } from "../../config/disk.ts";
import { type Migration, migrationsFolder } from "../../config/files/migrations.ts";
import { requireOwnMigrations } from "../../config/files/new-migration.ts";
import { findInterruptedSquash, squashJournalFile } from "../../config/files/squash-journal.ts";
import { DirectoryInUse, lockDirectory } from "../../database/pglite/directory-lock.ts";
import { hasDatabase } from "../../database/pglite/pglite.ts";
import { formatCount } from "../../format-count.ts";
import { packageToInstall } from "../../missing-package.ts";
import { replaceFile } from "../../private-directory.ts";
import type { SquashedMigrations } from "../../schema-diff/squash.ts";
import { UsageError } from "../../usage-error.ts";
import { withProjectDatabase } from "../project-database/connect.ts";
import { defineCommand } from "../terminal/command.ts";
import { confirm, yesOption } from "../terminal/confirm.ts";
import {
  dataOption,
  projectOption,
  readProject,
  readStoredDatabase,
  type StoredDatabase,
} from "../terminal/options.ts";
import { printMessage } from "../terminal/print.ts";
import { listMigrations } from "./files.ts";
import { appliedVersions, recordMigration } from "./record.ts";

export const migrationSquashCommand = defineCommand({
  name: "migration squash",
  summary: "Replace the migrations by one that has their schema",
  options: {
    ...projectOption,
    ...dataOption,
    ...yesOption,
    version: {
      type: "string",
      argument: "VERSION",
      help: "the last migration to replace (default: the last one)",
    },
  },
  async run({ values }) {
    const { project } = readProject(values.project);
    const location = readStoredDatabase(values.data, project);
    const directory = "directory" in location ? location.directory : join(project, ".portico");
    await requireOwnMigrations(project);
    const unlock = await lockSquash(directory);
    try {
      await finishInterruptedSquash(project, location);
      await squashMigrations(project, location, values);
    } finally {
      await unlock();
    }
  },
});

interface SquashValues {
  readonly version: string | undefined;
  readonly yes: boolean;
}

async function squashMigrations(
  project: string,
  location: StoredDatabase,
  values: SquashValues,
): Promise<void> {
  const files = filesUpTo(values.version, await listMigrations(project));
  const lastFile = files.at(-1);
  if (!lastFile || files.length === 1) {
    return printMessage("There is only one migration, so nothing was changed.\n");
  }
  const isApplied = await areAllApplied(location, files);
  const { squash } = await import("../../schema-diff/squash.ts");
  const squashed = await squash(project, files);
  const { sql, lost: omittedStatements, differences } = squashed;
  printMessage(describeLosses(squashed));
  const omissions = [
    ...(omittedStatements.length > 0
      ? [
          omittedStatements.length === 1
            ? "the statement"
            : `the ${omittedStatements.length} statements`,
        ]
      : []),
    ...(squashed.lostRows.length > 0 ? ["the rows"] : []),
    ...(differences?.length ? ["the differences"] : []),
  ];
  const omission = omissions.length === 0 ? "" : `, without ${omissions.join(" and ")} above`;
  await confirm(
    `This replaces ${files.length} migrations by ${lastFile.file}, which has their schema${omission}.`,
    values.yes,
  );
  // A server that watches the folder applies every file that is not recorded, so record the new file first.
  if (isApplied) await recordSquash(location, [lastFile], { ...lastFile, sql });
  try {
    await replaceFiles(project, files, lastFile, sql);
  } catch (error) {
    if (isApplied) await recordSquash(location, [lastFile], lastFile);
    throw error;
  }
  if (isApplied) await recordSquash(location, files, { ...lastFile, sql });
  const advice =
    omissions.length === 0 ? "" : " Add what you need of the above to it, or to a seed.";
  const compareHint = differences
    ? ""
    : ` To have their schemas compared: npm install --save-dev ${packageToInstall("@supabase/pg-delta")}`;
  printMessage(
    `Replaced ${files.length} migrations by supabase/migrations/${lastFile.file}.${advice}${compareHint}\n`,
  );
  if (isApplied) printMessage(`${lastFile.version} is recorded as applied.\n`);
}

/** Describes what the new migration does not contain, one item per line. */
function describeLosses({ lost, lostRows, differences = [] }: SquashedMigrations): string {
  const statements = lost.map(({ location, firstLine }) => `${location}: ${firstLine}\n`);
  const rows = lostRows.map(
    ({ table, expected, actual }) =>
      `${table}: the migrations leave ${formatCount(expected, "row")}, and the new one ${actual}\n`,
  );
  return [
    ...statements,
    ...rows,
    ...differences.map((script) => `-- The new migration does not do this:\n${script}\n`),
  ].join("");
}

async function lockSquash(directory: string): Promise<() => Promise<void>> {
  try {
    return await lockDirectory(join(directory, "squashing"));
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    throw new UsageError(
      "Another portico migration squash is running. Try again when it has ended.",
    );
  }
}

/** Completes the squash of a killed command: deletes the migrations that it replaced, and their records. */
async function finishInterruptedSquash(project: string, location: StoredDatabase): Promise<void> {
  const squash = await findInterruptedSquash(onDisk(project), migrationsFolder);
  if (!squash) return;
  const { into, replaced } = squash;
  const lastFile = (await listMigrations(project)).find(({ file }) => file === into);
  if (lastFile) await removeRecords(location, lastFile, replaced);
  await deleteReplacedFiles(project, replaced);
  printMessage(
    `Finished the interrupted replacement of ${formatCount(replaced.length, "migration")} by ${into}.\n`,
  );
}

/** Removes the records of replaced migrations if the squashed migration is recorded. */
async function removeRecords(
  location: StoredDatabase,
  lastFile: Migration,
  replaced: readonly string[],
): Promise<void> {
  if ("directory" in location && !hasDatabase(location.directory)) return;
  const versions = replaced
    .map((file) => file.split("_", 1)[0] ?? "")
    .filter((version) => version !== lastFile.version);
  await withProjectDatabase(location, async (database) => {
    const applied = await appliedVersions(database);
    if (!applied.includes(lastFile.version)) return;
    await database.transaction(async (connection) => {
      for (const version of versions) await recordMigration(connection, version, undefined);
    });
  });
}

async function deleteReplacedFiles(project: string, replaced: readonly string[]): Promise<void> {
  const folder = join(project, migrationsFolder);
  for (const file of replaced) await rm(join(folder, file), { force: true });
  await rm(join(folder, squashJournalFile), { force: true });
}

function filesUpTo(version: string | undefined, files: readonly Migration[]): readonly Migration[] {
  if (version === undefined) return files;
  const index = files.findIndex((file) => file.version === version);
  if (index >= 0) return files.slice(0, index + 1);
  throw new UsageError(`supabase/migrations has no migration with the version ${version}.`);
}

/**
 * Returns whether the database has all of these migrations, or none of them.
 *
 * @throws {UsageError} if it has only some, because the squashed migration would also be recorded for the others
 */
async function areAllApplied(
  location: StoredDatabase,
  files: readonly Migration[],
): Promise<boolean> {
  if ("directory" in location && !hasDatabase(location.directory)) return false;
  const applied = new Set(await withProjectDatabase(location, appliedVersions));
  const pending = files.filter(({ version }) => !applied.has(version));
  if (pending.length === 0) return true;
  if (pending.length === files.length) return false;
  throw new UsageError(
    `The database has some of these migrations, and lacks ${pending[0]?.file}. Apply them first: portico migration up`,
  );
}

async function replaceFiles(
  project: string,
  files: readonly Migration[],
  lastFile: Migration,
  sql: string,
): Promise<void> {
  const folder = join(project, migrationsFolder);
  const replaced = files.map(({ file }) => file).filter((file) => file !== lastFile.file);
  await replaceFile(
    join(folder, squashJournalFile),
    JSON.stringify({ into: lastFile.file, sql, replaced }),
  );
  // Until the file is complete, its name must not be that of a migration.
  const temporaryFile = join(folder, `.${randomUUID()}.squashed`);
  await writeFile(temporaryFile, sql, { flag: "wx" });
  await rename(temporaryFile, join(folder, lastFile.file));
  await deleteReplacedFiles(project, replaced);
}

/** Records a migration in place of several others. */
const recordSquash = (location: StoredDatabase, files: readonly Migration[], squashed: Migration) =>
  withProjectDatabase(location, (database) =>
    database.transaction(async (connection) => {
      for (const { version } of files) await recordMigration(connection, version, undefined);
      await recordMigration(connection, squashed.version, squashed);
    }),
  );
