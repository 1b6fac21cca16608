import type { Context } from "hono";
import type { AuthContext } from "../../context.ts";
import { forbidden } from "../../errors.ts";
import { limitByAddress } from "../../limits/rate-limits.ts";
import { readRegistration, registrationSchema } from "../../oauth-server/client-metadata.ts";
import { createClient, renderClient } from "../../oauth-server/clients.ts";
import { device } from "../../request/parameters.ts";
import { readBody } from "./read-body.ts";

/** `POST /oauth/clients/register`: registers a client dynamically (RFC 7591). */
export async function registerClient(context: AuthContext, c: Context): Promise<Response> {
  await limitByAddress(context, "oauth_clients", device(c).address);
  if (!context.config.auth.oauth_server.allow_dynamic_registration) {
    throw forbidden(
      "oauth_dynamic_client_registration_disabled",
      "Dynamic client registration is not enabled",
    );
  }
  const metadata = readRegistration(await readBody(c, registrationSchema, "Invalid JSON body"));
  const { client, secret } = await createClient(context.database, "dynamic", metadata);
  // Required together with a secret (RFC 7591, section 3.2.1); the reference omits it.
  const expiry = secret === undefined ? {} : { client_secret_expires_at: 0 };
  return c.json({ ...renderClient(client, secret), ...expiry }, 201, {
    "cache-control": "no-store",
  });
}
