import type { Hono } from "hono";
import type { Sandbox } from "../auth/context.ts";
import { createCodeConsumer, createSandbox } from "../auth/providers/sandbox.ts";
import { loadSaml } from "../auth/saml/load.ts";
import { localOnly } from "../http/protection/local-only.ts";
import { ownAccountOnly } from "../http/protection/other-account.ts";
import type { Interceptors } from "./interceptors.ts";
import { apiOriginOf } from "./origins.ts";
import type { CoreContext, Part } from "./part.ts";

/** The sandbox of social providers, for development. */
export interface SandboxPart extends Part {
  readonly sandbox: Sandbox;
}

/** Returns the sandbox, or undefined if it is not served. */
export function createSandboxPart(context: CoreContext): SandboxPart | undefined {
  const { config, keys, database, development, options } = context;
  if (!development.hasSandbox) return undefined;
  const { fetching: interceptFetch }: Interceptors = options.interceptors ?? {};
  const origin = apiOriginOf(config);
  const sandbox = createSandbox({
    origin,
    secret: keys.derive("sandbox"),
    redirectUris: [`${config.auth.external_url}/callback`],
    consumeCode: createCodeConsumer(database),
  });
  let samlApp: Promise<Hono> | undefined;
  /** Returns the identity provider for single sign-on, which is created on first use. */
  const samlSandbox = () => {
    samlApp ??= loadSaml().then(({ createSamlSandbox }) =>
      createSamlSandbox({
        origin,
        database,
        acsUrl: `${context.switches.saml?.externalUrl ?? config.auth.external_url}/sso/saml/acs`,
      }),
    );
    return samlApp;
  };
  return {
    sandbox: {
      origin,
      fetch: async (request) => {
        const isSaml = request.url.startsWith(`${origin}/sandbox/saml/`);
        const send = async () => (isSaml ? await samlSandbox() : sandbox).fetch(request);
        return interceptFetch ? interceptFetch(send) : send();
      },
    },
    mount(app) {
      if (!options.expose?.sandbox)
        app.use("/sandbox/*", localOnly("--expose-sandbox"), ownAccountOnly);
      app.all("/sandbox/saml/*", async (c) => (await samlSandbox()).fetch(c.req.raw));
      app.route("/", sandbox);
    },
  };
}
