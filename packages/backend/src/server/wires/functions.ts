import { join } from "node:path";
import { createFunctions, type FunctionsStatus } from "../../functions/app.ts";
import type { CurrentFunctions } from "../../functions/context.ts";
import { type LoadedFunctions, loadFunctions } from "../../functions/project/load.ts";
import { noRoute } from "../../http/no-route.ts";
import { resolveClaims } from "../../keys/claims.ts";
import { withThirdParty } from "../../keys/third-party.ts";
import type { Part, ServerContext } from "../part.ts";

/** The response limit is that of the hosted service, which does not document a body limit. */
const limits = { responseMs: 150_000, bodyBytes: 50 * 1024 * 1024 };

/** The functions wire of a server. */
export interface FunctionsPart extends Part {
  /** Returns the current functions of the project. Undefined if config.toml disables them. */
  describe(): FunctionsStatus | undefined;
}

/** Creates the functions wire, at `/functions/v1`. */
export function createFunctionsWire(
  context: Pick<ServerContext, "config" | "functions" | "keys" | "options" | "tokens">,
): FunctionsPart {
  const { config, keys, tokens, options, functions } = context;
  const { log } = options;
  if (!config.edge_runtime.enabled) {
    return {
      mount: (app) => void app.route("/functions/v1", noRoute()),
      describe: () => undefined,
    };
  }
  const directory = join(options.project, "supabase");
  const credentials = { keys, tokens: withThirdParty(tokens, config.auth.third_party) };
  const toCurrentFunctions = (loadedFunctions: LoadedFunctions): CurrentFunctions => ({
    functions: loadedFunctions.functions,
    denoRuntime: loadedFunctions.deno
      ? {
          deno: loadedFunctions.deno,
          directory,
          env: { ...loadedFunctions.env, ...environmentOf(context) },
          log,
        }
      : undefined,
  });
  const { app, describe, close } = createFunctions({
    directory,
    log,
    limits,
    current: toCurrentFunctions(functions),
    reload: async () => toCurrentFunctions(await loadFunctions(options, config)),
    authenticate: (credential) => resolveClaims(credential, credentials),
  });
  return { mount: (server) => void server.route("/functions/v1", app), describe, close };
}

/** Returns the environment variables that the hosted service sets for functions. */
function environmentOf({
  config,
  keys,
  options,
}: Pick<ServerContext, "config" | "keys" | "options">): Record<string, string> {
  const { storage } = options;
  return {
    SUPABASE_URL: config.api.external_url,
    SUPABASE_ANON_KEY: keys.anon,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRole,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SUPABASE_DB_URL:
      "url" in storage
        ? storage.url
        : `postgresql://postgres:postgres@127.0.0.1:${config.db.port}/postgres`,
  };
}
