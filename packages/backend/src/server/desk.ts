import { basename, resolve } from "node:path";
import type { Share } from "../database/port.ts";
import { createDesk } from "../desk/app.ts";
import type { DeskContext } from "../desk/context.ts";
import { deskKey } from "../desk/key.ts";
import { builtDesk } from "../desk/page.ts";
import type { Part, ServerContext } from "./part.ts";

/** The desk's share of the database. A developer's slow statement must leave room for the application. */
const share: Share = {
  connections: 3,
  acquireTimeoutMs: 10_000,
  maxStatementMs: 30_000,
  givesWay: true,
};

/**
 * Serves the desk at `/desk`: on a server that is clearly for development to its developer, on others to those who have
 * the secret key, if a flag says so.
 */
export function createDeskPart(
  context: Pick<
    ServerContext,
    "config" | "database" | "development" | "keys" | "options" | "tokens"
  >,
  parts: Pick<DeskContext, "administration" | "dispatch" | "recentRequests">,
): Part {
  const { config, database, keys, tokens, options } = context;
  const isExposed = context.development.desk === "exposed";
  const { app } = createDesk({
    database: database.share(share),
    projectName: config.project_id ?? basename(resolve(options.project)),
    key: isExposed ? keys.secret : deskKey(),
    isExposed,
    issuer: config.auth.jwt_issuer,
    directory: builtDesk(),
    log: options.log,
    ...{
      project: options.project,
      isLenient: options.isLenient,
      env: options.env,
      config,
      keys,
      tokens,
    },
    ...parts,
  });
  return { mount: (server) => void server.route("/desk", app) };
}
