import { basename, resolve } from "node:path";
import type { ConnectionLimits } from "../database/port.ts";
import { TableSizeTracker } from "../desk/advice/sizes.ts";
import { createDesk } from "../desk/app.ts";
import type { DeskContext } from "../desk/context.ts";
import { deskKey } from "../desk/key.ts";
import { findBuiltDesk } from "../desk/page.ts";
import { plainReplacement } from "../replacement/swap.ts";
import { Troubles } from "../trouble.ts";
import { runAfterStartup } from "./after-startup.ts";
import { nextRun } from "./jobs/schedule.ts";
import type { ScheduledJobs } from "./jobs/scheduled-jobs.ts";
import type { Part, ServerContext } from "./part.ts";
import type { FunctionsPart } from "./wires/functions.ts";

/** The desk's share of the database. A developer's slow statement must leave room for the application. */
const deskLimits: ConnectionLimits = {
  connections: 3,
  acquireTimeoutMs: 10_000,
  maxStatementMs: 30_000,
  yieldsToOthers: true,
  hasSingleCaller: true,
};

/** The parts of the server that the desk shows or controls. */
interface DeskSubjects extends Pick<DeskContext, "administration" | "dispatch" | "recentRequests"> {
  readonly troubles: Troubles | undefined;
  readonly functions: FunctionsPart;
  readonly jobs: ScheduledJobs;
}

/**
 * Serves the desk at `/desk`. A server that is clearly for development opens it to its developer. Any other server
 * opens it to callers with the secret key, if a flag allows it.
 */
export function createDeskPart(
  context: Pick<
    ServerContext,
    "config" | "database" | "development" | "keys" | "options" | "tokens"
  >,
  { troubles, functions, jobs, ...parts }: DeskSubjects,
): Part {
  const { config, keys, tokens, options } = context;
  const { storage, supervisor } = options;
  const isExposed = context.development.desk === "exposed";
  const database = context.database.withLimits(deskLimits);
  const sizes = troubles && new TableSizeTracker(database);
  const cancelMeasurement = runAfterStartup(database, () => sizes?.measure());
  const { app } = createDesk({
    database,
    projectName: config.project_id ?? basename(resolve(options.project)),
    key: isExposed ? keys.secret : deskKey(),
    isExposed,
    issuer: config.auth.jwt_issuer,
    directory: findBuiltDesk(),
    log: options.log,

    project: options.project,
    isLenient: options.isLenient,
    env: options.env,
    config,
    keys,
    tokens,
    ...parts,
    describeFunctions: functions.describe,
    jobs: { nextRun, runNow: jobs.runNow },
    // The routes that use these failures exist only in development.
    troubles: troubles ?? new Troubles(),
    sizes,
    startedAt: new Date().toISOString(),
    storage: "directory" in storage ? storage : undefined,
    files: options.files,
    replaceDatabase: supervisor && (() => supervisor.replace(plainReplacement)),
  });
  return {
    mount: (server) => void server.route("/desk", app),
    close: async () => cancelMeasurement(),
  };
}
