import { join } from "node:path";
import { createFunctions } from "../../functions/app.ts";
import { InvalidToken } from "../../keys/access-token.ts";
import { withThirdParty } from "../../keys/third-party.ts";
import { claimsOf } from "../claims.ts";
import type { Part, ServerContext } from "../part.ts";

/** The functions' wire, at `/functions/v1`. */
export function createFunctionsWire(context: ServerContext): Part {
  const { config, keys, tokens, options, functions: loaded } = context;
  const credentials = { keys, tokens: withThirdParty(tokens, config.auth.third_party) };
  const { app, close } = createFunctions({
    functions: loaded.functions,
    runner: loaded.deno
      ? {
          deno: loaded.deno,
          directory: join(options.project, "supabase"),
          env: { ...loaded.env, ...environmentOf(context) },
          log: options.log,
        }
      : undefined,
    isKnown: async (credential) => {
      try {
        await claimsOf(credential, credentials);
        return true;
      } catch (error) {
        if (error instanceof InvalidToken) return false;
        throw error;
      }
    },
  });
  return { mount: (server) => void server.route("/functions/v1", app), close: async () => close() };
}

/** The variables that the hosted service gives to functions. */
function environmentOf({ config, keys, options }: ServerContext): Record<string, string> {
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
