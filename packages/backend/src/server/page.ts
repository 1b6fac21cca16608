import type { Environment } from "../config/environment/variable-types.ts";
import { variables } from "../config/environment/variables.ts";
import { codeKinds, hasCode } from "../config/files/templates.ts";
import { originFor } from "../http/protection/host.ts";
import { isForwarded } from "../http/protection/local-only.ts";
import { createSite } from "../http/site/site.ts";
import { ownOrigins } from "./origins.ts";
import type { Part, ServerContext } from "./part.ts";
import type { AuthWire } from "./wires/auth.ts";

/**
 * Serves the built site and `/portico.json`. That file tells a page the URL of its backend, and the length of codes if
 * every e-mail contains one.
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

/**
 * Returns the length of codes, or undefined if some e-mails contain no code, because a page must not ask for a code
 * that users may not have.
 */
function codeLengthOf({
  config,
  project,
}: Pick<ServerContext, "config" | "project">): number | undefined {
  const { email, hook } = config.auth;
  const haveCodes = codeKinds.every((kind) => hasCode(project.templates[kind]));
  return haveCodes && !hook.send_email?.enabled ? email.otp_length : undefined;
}

/** Returns the origin of the hosted project that the page was built for (`VITE_SUPABASE_URL`), if any. */
function hostedOrigins(env: Environment): string[] {
  const url = variables.hostedUrl.read(env);
  return url && URL.canParse(url) ? [new URL(url).origin] : [];
}
