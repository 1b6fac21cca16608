import { existsSync } from "node:fs";
import { join } from "node:path";
import { onDisk } from "../config/disk.ts";
import { warnOfLink } from "../config/files/outside-project.ts";
import { loadProject } from "../config/load-project.ts";
import type { Project } from "../config/project.ts";
import type { Log } from "../log/log.ts";
import { applyPending } from "../replacement/pending.ts";
import type { RunningServer } from "../server/server.ts";
import { explainFailure } from "../start/explain.ts";
import type { DatabaseConsumer } from "../start/supervised.ts";
import { applySchemaFiles, readSchemaFiles, type SchemaFile } from "./declared-schema.ts";
import { findEditedMigrations, forgetEmptyMigrations, isEmpty } from "./edited-migrations.ts";
import { type ChangeKind, watchProject } from "./project-changes.ts";
import { TypesFileUpdater } from "./types-file-updater.ts";

export interface FollowerOptions {
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The private folder of the project. */
  readonly directory: string;
  readonly log: Log;
  /** Whether schema files may delete data and objects. */
  readonly allowsDrops: boolean;
  /** Tells the developer how to allow such deletions. */
  readonly howToAllowDrops: string;
  /** Returns the server that is currently running. */
  current(): RunningServer;
  /** Starts the server again with the current settings. */
  restart(): Promise<void>;
  /** Registers the part of the program that uses the database, to be notified when a command replaces the database. */
  onReplace(consumer: DatabaseConsumer): void;
  /** Switches databases between git branches. Undefined if all branches share one database. */
  readonly branches:
    | {
        /** Switches to the database of the current branch. Returns a message to print if it was a different one. */
        follow(): Promise<string | undefined>;
        watch(onChange: () => void): () => void;
      }
    | undefined;
  /** Receives a message about each update. */
  report(message: string): void;
  /** Called after each update with the reasons why changes have no effect. The earlier state stays in effect. */
  reportProblems(problems: readonly Problem[]): void;
}

/** A reason why a change has no effect. */
export interface Problem {
  readonly message: string;
  /** The error that prevents the files from being applied, or undefined if the message is only advice. */
  readonly error?: unknown;
}

/** Keeps a running server up to date with its project folder. */
export interface ProjectFollower {
  /** Resolves when the migrations that were new at startup have been applied or refused. */
  readonly migrationsHandled: Promise<void>;
  /** Resolves when all changes so far have taken effect or were reported as problems. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Applies the current state of the project folder, and each change when its file is saved. */
export function followProject(options: FollowerOptions): ProjectFollower {
  const { project, log, branches, report, reportProblems } = options;
  const progress: Progress = {
    server: undefined,
    schemaFiles: undefined,
    keptObjects: "",
    warnings: undefined,
  };
  let work: Promise<void> = Promise.resolve();
  const migrationsHandled = Promise.withResolvers<void>();
  const onMigrationsHandled = migrationsHandled.resolve;
  const updateTypes = () => {
    work = work.then(async () => {
      try {
        const problem = await types.update();
        if (problem !== undefined) report(problem);
      } catch (err) {
        log.warn({ err }, "the types could not be written");
      }
    });
  };
  const types = new TypesFileUpdater({ ...options, onStale: updateTypes });
  options.onReplace({ settled: () => work, onReplaced: updateTypes });
  const enqueue = (kinds: ReadonlySet<ChangeKind>) => {
    work = work.then(async () => {
      const problems: Problem[] = [];
      const reportError = (message: string) => void problems.push({ message });
      await update({ ...options, types, progress, onMigrationsHandled, reportError }, kinds).catch(
        (error: unknown) => {
          const message = explainFailure(error);
          if (message === undefined) log.error({ err: error }, "a change had no effect");
          problems.push({ message: message ?? String(error), error });
        },
      );
      reportProblems(problems);
      onMigrationsHandled();
    });
  };
  enqueue(new Set(["migrations", "schemas"]));
  const stopWatchingFiles = watchProject(project, log, enqueue);
  const stopWatchingBranch = branches?.watch(() => enqueue(new Set(["migrations"])));
  const folder = join(project, "supabase");
  report(
    existsSync(folder) ? `Watching ${folder}.` : `Waiting for ${folder}, which does not exist yet.`,
  );
  return {
    migrationsHandled: migrationsHandled.promise,
    settled: () => work,
    close: async () => {
      stopWatchingFiles();
      stopWatchingBranch?.();
      await types.close();
      await work;
    },
  };
}

/** What the last update did, so that the next update only repeats what has changed. */
interface Progress {
  /** The server that was updated. Another server may have another database. */
  server: RunningServer | undefined;
  /** The schema files of the last comparison, as JSON. */
  schemaFiles: string | undefined;
  /** The objects that the last comparison kept, as they were reported. */
  keptObjects: string;
  /**
   * The warnings about the project's files at the last update. They are undefined before the first update, because the
   * startup has already shown the server's warnings.
   */
  warnings: readonly string[] | undefined;
}

interface UpdateOptions extends FollowerOptions {
  readonly types: TypesFileUpdater;
  readonly progress: Progress;
  onMigrationsHandled(): void;
  reportError(message: string): void;
}

async function update(options: UpdateOptions, kinds: ReadonlySet<ChangeKind>): Promise<void> {
  const { current, restart, report, progress } = options;
  // Read the files first, so that an invalid setting or a mistake in a file does not stop the server.
  const { files, schemaFiles } = await readFilesOfBranch(options);
  const { warnings = current().warnings } = progress;
  for (const warning of files.warnings) if (!warnings.includes(warning)) report(`Note: ${warning}`);
  progress.warnings = files.warnings;
  if (kinds.has("settings")) {
    await restart();
    report("The settings have taken effect.");
  }
  if (progress.server !== current()) {
    Object.assign(progress, { server: current(), schemaFiles: undefined });
  }
  const applied = await applyNew(options, files, kinds);
  options.onMigrationsHandled();
  if (kinds.has("migrations")) await reportEditedMigrations(options, files);
  if (kinds.has("seeds") && applied.length === 0) {
    report("A seed has changed. To insert it into a new database: portico db reset");
  }
  const seeds = new Set(files.seeds.map(({ path }) => path));
  if (applied.some((name) => !seeds.has(name))) {
    progress.schemaFiles = undefined;
  }
  await applyDeclaredSchema(options, schemaFiles);
  const problem = await options.types.update();
  if (problem !== undefined) options.reportError(problem);
}

/** Applies new migrations and seeds, except migrations without statements. Returns their names. */
async function applyNew(
  { current, report }: UpdateOptions,
  files: Project,
  kinds: ReadonlySet<ChangeKind>,
): Promise<readonly string[]> {
  const { database } = current();
  const project = { ...files, migrations: files.migrations.filter((file) => !isEmpty(file)) };
  const applied = [...(await applyPending(database, project)).applied];
  if (kinds.has("migrations") && (await forgetEmptyMigrations(database, project.migrations))) {
    applied.push(...(await applyPending(database, project)).applied);
  }
  for (const name of applied) report(`Applied ${name}.`);
  return applied;
}

/**
 * Reads the files of a project, and switches to the database of their git branch. If git switches branches during
 * the read, the files may belong to another branch than the database, so reads them again.
 */
async function readFilesOfBranch({ project, env, branches, report }: UpdateOptions) {
  const followBranch = async () => {
    const message = await branches?.follow();
    if (message !== undefined) report(message);
    return message !== undefined;
  };
  await followBranch();
  for (;;) {
    const { config, project: files } = await loadProject({ directory: project, env });
    const schemaFiles = await readSchemaFiles(project, config);
    if (!(await followBranch())) return { files, schemaFiles };
  }
}

async function reportEditedMigrations(
  { current, reportError }: UpdateOptions,
  { migrations }: Pick<Project, "migrations">,
) {
  for (const { file } of await findEditedMigrations(current().database, migrations)) {
    reportError(
      `supabase/migrations/${file} was applied before it was changed, so the change has no effect. To apply all migrations to a new database: portico db reset`,
    );
  }
}

async function applyDeclaredSchema(
  options: UpdateOptions,
  files: readonly SchemaFile[],
): Promise<void> {
  const { current, progress, allowsDrops, howToAllowDrops, report, reportError } = options;
  const filesJson = JSON.stringify(files);
  if (files.length === 0 || progress.schemaFiles === filesJson) return;
  const folder = onDisk(options.project);
  for (const { path } of files) {
    if (!(await folder.contains(path))) reportError(warnOfLink(path));
  }
  const { applied, refused, kept } = await applySchemaFiles(current().database, files, allowsDrops);
  progress.schemaFiles = filesJson;
  const keptObjects = kept.join(", ");
  if (keptObjects !== progress.keptObjects && kept.length > 0) {
    report(
      `The schema files do not declare the following, which stays until a migration drops it: ${keptObjects}.`,
    );
  }
  progress.keptObjects = keptObjects;
  for (const script of applied) report(`The schema has changed:\n${script}`);
  if (refused.length === 0) return;
  reportError(
    `The schema files delete data or objects, or disable row-level security, so nothing was changed. To allow that: ${howToAllowDrops}\n${refused.join(";\n")};`,
  );
}
