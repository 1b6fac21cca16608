import { codeKinds, hasCode } from "../config/files/templates.ts";
import { originFor } from "../http/host.ts";
import { isForwarded } from "../http/local-only.ts";
import { createSite } from "../http/site.ts";
import { ownOrigins } from "./origins.ts";
import type { Part, ServerContext } from "./part.ts";
import type { AuthWire } from "./wires/auth.ts";

/**
 * The built page, and `/portico.json`, which gives a page the address of its backend, and the length of
 * codes where every e-mail has one.
 */
export function createPage(
  context: Pick<ServerContext, "config" | "development" | "keys" | "options" | "project">,
  { settings }: AuthWire,
): Part {
  const { config, keys, development, options } = context;
  const { site, env, expose } = options;
  const codeLength = codeLengthOf(context);
  return {
    mount(app) {
      app.get("/portico.json", (c) =>
        c.json({
          url: originFor(c, ownOrigins(config)),
          publishableKey: keys.publishable,
          ...(codeLength !== undefined && { codeLength }),
          ...(development.hasInbox && (expose?.inbox || !isForwarded(c)) && { inbox: "/inbox" }),
        }),
      );
      if (site) app.route("/", createSite(site, hostedOrigins(env), settings));
    },
  };
}

/** Returns undefined where an e-mail need not have a code: then a page must not promise one. */
function codeLengthOf({
  config,
  project,
}: Pick<ServerContext, "config" | "project">): number | undefined {
  const { email, hook } = config.auth;
  const haveCodes = codeKinds.every((kind) => hasCode(project.templates[kind]));
  return haveCodes && !hook.send_email?.enabled ? email.otp_length : undefined;
}

/** A page that was built for the hosted service talks to it (`VITE_SUPABASE_URL`). */
function hostedOrigins(env: Readonly<Record<string, string | undefined>>): string[] {
  const url = env["VITE_SUPABASE_URL"];
  return url && URL.canParse(url) ? [new URL(url).origin] : [];
}
