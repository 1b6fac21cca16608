import { basename, resolve } from "node:path";
import type { Share } from "../database/port.ts";
import { SizesAtStart } from "../desk/advice/sizes.ts";
import { createDesk } from "../desk/app.ts";
import { deskKey } from "../desk/key.ts";
import { builtDesk } from "../desk/page.ts";
import type { RecentRequests } from "../recent-requests/recent-requests.ts";
import { plainReplacement } from "../replacement/swap.ts";
import type { Troubles } from "../trouble.ts";
import { nextRun } from "./jobs/schedule.ts";
import type { ScheduledJobs } from "./jobs/scheduled-jobs.ts";
import type { Part, ServerContext } from "./part.ts";
import type { FunctionsPart } from "./wires/functions.ts";

/** The desk's share of the database. A developer's slow statement must leave room for the application. */
const share: Share = {
  connections: 3,
  acquireTimeoutMs: 10_000,
  maxStatementMs: 30_000,
  givesWay: true,
};

/** The parts of the server that the desk shows or controls. */
interface DeskSubjects {
  readonly recentRequests: RecentRequests;
  readonly troubles: Troubles;
  readonly functions: FunctionsPart;
  readonly jobs: ScheduledJobs;
  /** Answers a request like the server itself. */
  readonly dispatch: (request: Request) => Promise<Response>;
}

/** Serves the desk at `/desk` on a server that is clearly for development. */
export function createDeskPart(
  context: Pick<ServerContext, "config" | "database" | "keys" | "options" | "tokens">,
  { recentRequests, troubles, functions, jobs, dispatch }: DeskSubjects,
): Part {
  const { config, keys, tokens, options } = context;
  const { storage, supervisor } = options;
  const database = context.database.share(share);
  const { app } = createDesk({
    database,
    projectName: config.project_id ?? basename(resolve(options.project)),
    key: deskKey(),
    issuer: config.auth.jwt_issuer,
    directory: builtDesk(),
    log: options.log,
    ...{ project: options.project, env: options.env, config, keys, tokens },
    ...{ recentRequests, troubles, dispatch },
    describeFunctions: functions.describe,
    jobs: { nextRun, runNow: jobs.runNow },
    sizes: new SizesAtStart(database),
    startedAt: new Date().toISOString(),
    storage: "directory" in storage ? storage : undefined,
    files: options.files,
    replaceDatabase: supervisor && (() => supervisor.replace(plainReplacement)),
  });
  return { mount: (server) => void server.route("/desk", app) };
}
