import { rm } from "node:fs/promises";
import { makeNextFolder } from "../replacement/swap.ts";
import type { EmbeddedProject } from "../snapshots/project-copy.ts";
import { UsageError } from "../usage-error.ts";
import { defineCommand } from "./command.ts";
import { confirm, yesOption } from "./confirm.ts";
import { dataOption, projectOption, readProject } from "./options.ts";
import { asJson, asTable, outputOption, readFormat } from "./output.ts";
import { print } from "./print.ts";
import { putInPlace } from "./rebuild-database.ts";
import { embeddedDirectory } from "./status.ts";

const options = { ...projectOption, ...dataOption };

export const snapshotSaveCommand = defineCommand({
  name: "snapshot save",
  parameters: "NAME",
  summary: "Keep a copy of the embedded database and its files, also while it's running",
  options: { ...options, replace: { type: "boolean", help: "overwrite an existing snapshot" } },
  async run({ values, parameters }) {
    const name = onlyName("snapshot save", parameters);
    const project = embeddedProject("snapshot", values);
    const [{ saveSnapshot }, { megabytes }] = await Promise.all([
      import("../snapshots/snapshots.ts"),
      import("../snapshots/copy-tree.ts"),
    ]);
    const { sizeBytes, filesElsewhere } = await saveSnapshot(project, name, values.replace);
    print(`Saved the snapshot "${name}" (${megabytes(sizeBytes)}).${noteOnFiles(filesElsewhere)}
To go back to it: portico snapshot restore ${name}
`);
  },
});

export const snapshotRestoreCommand = defineCommand({
  name: "snapshot restore",
  parameters: "NAME",
  summary: "Go back to a snapshot",
  options: { ...options, ...yesOption },
  async run({ values, parameters }) {
    const name = onlyName("snapshot restore", parameters);
    const { directory } = embeddedProject("snapshot", values);
    const { copySnapshot, requireRestorable } = await import("../snapshots/snapshots.ts");
    const { date, filesElsewhere } = await requireRestorable(directory, name);
    await confirm(
      `This replaces the database in ${directory} and its files by the snapshot "${name}" of ${date}.`,
      values.yes,
    );
    const next = await makeNextFolder(directory);
    try {
      await copySnapshot(directory, name, next);
      await putInPlace(directory);
    } finally {
      await rm(next, { recursive: true, force: true });
    }
    print(
      `The database is that of the snapshot "${name}".${noteOnFiles(filesElsewhere)} Migrations that are newer follow by portico migration up, or the next start.\n`,
    );
  },
});

export const snapshotListCommand = defineCommand({
  name: "snapshot list",
  summary: "List the snapshots",
  options: { ...options, ...outputOption },
  async run({ values }) {
    const format = readFormat(values.output, ["text", "json"]);
    const { directory } = embeddedProject("snapshot", values);
    const [{ listSnapshots }, { megabytes }] = await Promise.all([
      import("../snapshots/snapshots.ts"),
      import("../snapshots/copy-tree.ts"),
    ]);
    const snapshots = await listSnapshots(directory);
    if (format === "json") {
      return print(asJson(snapshots.map(({ format: _, ...snapshot }) => snapshot)));
    }
    if (snapshots.length === 0) return print("There are no snapshots.\n");
    print(asTable(snapshots.map((one) => [one.name, one.date, megabytes(one.sizeBytes)])));
  },
});

export const snapshotDeleteCommand = defineCommand({
  name: "snapshot delete",
  parameters: "NAME",
  summary: "Delete a snapshot",
  options: { ...options, ...yesOption },
  async run({ values, parameters }) {
    const name = onlyName("snapshot delete", parameters);
    const { directory } = embeddedProject("snapshot", values);
    const { deleteSnapshot, requireSnapshot } = await import("../snapshots/snapshots.ts");
    const { date } = await requireSnapshot(directory, name);
    await confirm(`This deletes the snapshot "${name}" of ${date}.`, values.yes);
    await deleteSnapshot(directory, name);
    print(`Deleted the snapshot "${name}".\n`);
  },
});

function noteOnFiles(filesElsewhere: string | undefined): string {
  return filesElsewhere === undefined
    ? ""
    : ` The content of files is in ${filesElsewhere}, and not part of it.`;
}

/** @throws {UsageError} unless there is one parameter */
export function onlyName(command: string, [name, ...more]: readonly string[]): string {
  if (name !== undefined && more.length === 0) return name;
  throw new UsageError(`portico ${command} needs one name.`);
}

/** @throws {UsageError} for a PostgreSQL server */
export const embeddedProject = (
  command: string,
  values: { readonly project: string | undefined; readonly data: string | undefined },
): EmbeddedProject => ({
  project: readProject(values.project).project,
  directory: embeddedDirectory(command, values),
  env: process.env,
});
