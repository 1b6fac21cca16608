import { originFor } from "../http/host.ts";
import { isForwarded } from "../http/local-only.ts";
import { createSite } from "../http/site.ts";
import { ownOrigins } from "./origins.ts";
import type { Part, ServerContext } from "./part.ts";
import type { AuthWire } from "./wires/auth.ts";

/** The built page, and `/portico.json`, which gives a page the address of its backend. */
export function createPage(context: ServerContext, { settings }: AuthWire): Part {
  const { config, keys, development, options } = context;
  const { site, env, expose } = options;
  return {
    mount(app) {
      app.get("/portico.json", (c) =>
        c.json({
          url: originFor(c, ownOrigins(config)),
          publishableKey: keys.publishable,
          ...(development.hasInbox && (expose?.inbox || !isForwarded(c)) && { inbox: "/inbox" }),
        }),
      );
      if (site) app.route("/", createSite(site, hostedOrigins(env), settings));
    },
  };
}

/** A page that was built for the hosted service talks to it (`VITE_SUPABASE_URL`). */
function hostedOrigins(env: Readonly<Record<string, string | undefined>>): string[] {
  const url = env["VITE_SUPABASE_URL"];
  return url && URL.canParse(url) ? [new URL(url).origin] : [];
}
