import type { Config } from "../../config/sections/schema.ts";
import type { Database } from "../../database/port.ts";
import { type LoadedFunctions, loadFunctions } from "../../functions/project/load.ts";
import { createProjectBuckets } from "../../storage/project-buckets.ts";
import { createProjectVectorBuckets } from "../../storage/vectors/indexes.ts";
import type { CleanupStack } from "../cleanup-stack.ts";
import { type OpenedFiles, openFiles } from "../files.ts";
import type { ServerOptions } from "../options.ts";
import type { Settings } from "./settings.ts";

/** The opened file store and the functions of the project. */
export interface Content {
  readonly fileStore: OpenedFiles;
  readonly functions: LoadedFunctions;
  readonly warnings: readonly string[];
}

/** Opens the file store, creates the buckets of config.toml, and loads the functions. */
export async function openContent(
  options: ServerOptions,
  { environment }: Pick<Settings, "environment">,
  { config, database }: { readonly config: Config; readonly database: Database },
  cleanup: CleanupStack,
): Promise<Content> {
  const fileStore = await openFiles(options, environment);
  cleanup.push(() => fileStore.close());
  const bucketWarnings = await createProjectBuckets(database, fileStore.files, {
    buckets: config.storage.enabled ? config.storage.buckets : {},
    fileSizeLimitBytes: config.storage.file_size_limit,
    project: options.project,
  });
  const { enabled, vector } = config.storage;
  if (enabled && vector.enabled) {
    await createProjectVectorBuckets(database, Object.keys(vector.buckets));
  }
  const functions = await loadFunctions(options, config);
  return {
    fileStore,
    functions,
    warnings: [...fileStore.warnings, ...bucketWarnings, ...functions.warnings],
  };
}
