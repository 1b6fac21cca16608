import { basename, resolve } from "node:path";
import type { Share } from "../database/port.ts";
import { createDesk } from "../desk/app.ts";
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

/** Serves the desk at `/desk`, if the server is clearly for development. */
export function createDeskPart(
  context: Pick<ServerContext, "config" | "database" | "development" | "options">,
): Part {
  const { config, database, development, options } = context;
  if (!development.isDevelopment) return {};
  const { app } = createDesk({
    database: database.share(share),
    projectName: config.project_id ?? basename(resolve(options.project)),
    key: deskKey(),
    issuer: config.auth.jwt_issuer,
    directory: builtDesk(),
    log: options.log,
  });
  return { mount: (server) => void server.route("/desk", app) };
}
