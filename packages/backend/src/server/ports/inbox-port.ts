import { Hono } from "hono";
import type { Config } from "../../config/sections/schema.ts";
import { drainUnreadBody } from "../../http/body/unread-body.ts";
import { listenerFor } from "../../http/listening/app-listeners.ts";
import { listen } from "../../http/listening/listen.ts";
import { isLocalHost, onlyForHosts } from "../../http/protection/host.ts";
import { localOnly } from "../../http/protection/local-only.ts";
import { ownAccountOnly } from "../../http/protection/other-account.ts";
import type { ServerOptions } from "../options.ts";
import { hostNames } from "../origins.ts";

/**
 * Serves the inbox on its own port, as the Supabase CLI does with Mailpit, because tests expect it there. If the port
 * is taken, the server starts without it, because the inbox is also at `/inbox`.
 */
export async function openInboxPort(inbox: Hono, { host, expose }: ServerOptions, config: Config) {
  const { port } = config.inbucket;
  const warnings: string[] = [];
  if (port === undefined) return { port: undefined, warnings };
  const app = new Hono();
  app.use(drainUnreadBody());
  if (isLocalHost(host)) app.use(onlyForHosts(hostNames(config)));
  if (!expose?.inbox) app.use(localOnly("--expose-inbox"), ownAccountOnly);
  app.route("/inbox", inbox);
  app.route("/", inbox);
  try {
    return { port: await listen({ host, port }, listenerFor(app)), warnings };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    const reason =
      code === "EADDRINUSE" ? "is in use by another program" : "isn't open to this process";
    warnings.push(`Port ${port} for the inbox ${reason}. The inbox is still at /inbox.`);
    return { port: undefined, warnings };
  }
}
