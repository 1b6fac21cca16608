import { ConfigError } from "../config/config-error.ts";
import { readConfigFile } from "../config/config-file.ts";
import { onDisk } from "../config/disk.ts";
import { loadProject } from "../config/load-project.ts";
import type { Project } from "../config/project.ts";
import { findTriggersFailingOnHosted } from "../database/auth-triggers/diagnosis.ts";
import { MigrationError } from "../database/migrations/migration-error.ts";
import { withTemporaryDatabase } from "../database/migrations/temporary-database.ts";
import type { Database } from "../database/port.ts";
import { findFunctions } from "../functions/project/project-functions.ts";
import { readMovingData } from "./data.ts";
import { extensionDifferences } from "./extensions.ts";
import { findRefusedStatements } from "./migrations.ts";
import { type Difference, difference, failure, type Rehearsal } from "./rehearsal.ts";
import { roleDifferences } from "./roles.ts";
import { sectionsToPush, settingDifferences } from "./settings.ts";

/**
 * Rehearses the move of a project folder to the hosted service: applies its migrations to a temporary database, and
 * looks for differences. Does not send or change anything.
 *
 * @param database the project's database, if it has one
 * @throws {ConfigError} if config.toml cannot be read
 */
export async function rehearse(
  directory: string,
  env: Readonly<Record<string, string | undefined>>,
  database: Database | undefined,
): Promise<Rehearsal> {
  const folder = onDisk(directory);
  const { config, warnings, project } = await loadProject({ directory, env, isLenient: true });
  const { document } = await readConfigFile(folder);
  const { functions, warnings: functionWarnings } = await findFunctions(
    folder,
    `${directory}/supabase`,
    config.functions,
  );
  const files = project.migrations.map(({ file, sql }) => ({
    path: `supabase/migrations/${file}`,
    sql,
  }));
  return {
    differences: [
      ...(await findVersionConflicts(directory, env)),
      ...(await findDatabaseDifferences(project)),
      ...findRefusedStatements(files),
      ...settingDifferences(config, document),
      ...[...warnings, ...project.warnings, ...functionWarnings].map((warning) =>
        difference(warning, "Check how the hosted service treats it."),
      ),
    ],
    pushed: {
      migrations: project.migrations.map(({ file }) => file),
      secrets: Object.keys(project.vault),
      seeds: project.seeds.map(({ path }) => path),
      config: sectionsToPush(document),
      functions: functions.map(({ name }) => name),
      buckets: Object.keys(config.storage.buckets),
    },
    data: database && (await readMovingData(database)),
  };
}

/** Finds migrations with the same version. `portico start --lenient` accepts them, but `supabase db push` does not. */
async function findVersionConflicts(
  directory: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Difference[]> {
  try {
    await loadProject({ directory, env });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [failure(error.message, "Rename one of them.")];
  }
}

/** Applies the migrations to a temporary database, as a push would, and returns the differences in it. */
async function findDatabaseDifferences(project: Project): Promise<Difference[]> {
  try {
    return await withTemporaryDatabase({ ...project, seeds: [] }, async (clone) => {
      const triggers = await findTriggersFailingOnHosted(clone);
      return [
        ...triggers.map(({ effect, remedy }) => failure(effect, remedy)),
        ...(await extensionDifferences(clone)),
        ...(await roleDifferences(clone)),
      ];
    });
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return [failure(error.message, "Correct the migration. Later migrations were not checked.")];
  }
}
