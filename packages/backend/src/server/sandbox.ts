import type { Sandbox } from "../auth/context.ts";
import { createCodeConsumer, createSandbox } from "../auth/providers/sandbox.ts";
import { localOnly } from "../http/protection/local-only.ts";
import { ownAccountOnly } from "../http/protection/other-account.ts";
import type { Interceptors } from "./interceptors.ts";
import { apiOriginOf } from "./origins.ts";
import type { CoreContext, Part } from "./part.ts";

/** The sandbox of social providers, for development. */
export interface SandboxPart extends Part {
  readonly sandbox: Sandbox;
}

/** Returns undefined if the sandbox is not served. */
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
  return {
    sandbox: {
      origin,
      fetch: async (request) => {
        const send = async () => sandbox.fetch(request);
        return interceptFetch ? interceptFetch(send) : send();
      },
    },
    mount(app) {
      if (!options.expose?.sandbox)
        app.use("/sandbox/*", localOnly("--expose-sandbox"), ownAccountOnly);
      app.route("/", sandbox);
    },
  };
}
