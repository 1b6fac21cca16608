import type { Context, Hono } from "hono";
import type { Auth } from "./context.ts";
import {
  addClient,
  editClient,
  listClients,
  readClient,
  removeClient,
  replaceSecret,
} from "./endpoints/admin/oauth-clients.ts";
import { authorizeClient } from "./endpoints/oauth/authorize.ts";
import { decide, readAuthorization } from "./endpoints/oauth/consent.ts";
import { listGrants, revokeGrant } from "./endpoints/oauth/grants.ts";
import { serverMetadata } from "./endpoints/oauth/metadata.ts";
import { registerClient } from "./endpoints/oauth/register.ts";
import { exchange } from "./endpoints/oauth/token.ts";
import { userInfo } from "./endpoints/oauth/user-info.ts";
import { requireOAuthServer } from "./guards/oauth-server.ts";

type Capability = (auth: Auth, c: Context) => Response | Promise<Response>;

/** Adds the OAuth 2.1 server (`[auth.oauth_server]`) at the paths of the reference. */
export function addOAuthServer(app: Hono, auth: Auth): void {
  const to = (capability: Capability) => (c: Context) => capability(auth, c);
  const ifEnabled = (capability: Capability) => (c: Context) => {
    requireOAuthServer(auth);
    return capability(auth, c);
  };
  app.get("/.well-known/openid-configuration", to(serverMetadata));
  app.get("/.well-known/oauth-authorization-server", ifEnabled(serverMetadata));
  app.get("/oauth/authorize", ifEnabled(authorizeClient));
  app.get("/oauth/authorizations/:authorization_id", ifEnabled(readAuthorization));
  app.post("/oauth/authorizations/:authorization_id/consent", ifEnabled(decide));
  app.post("/oauth/token", ifEnabled(exchange));
  app.get("/oauth/userinfo", ifEnabled(userInfo));
  app.post("/oauth/clients/register", ifEnabled(registerClient));
  app.get("/user/oauth/grants", to(listGrants));
  app.delete("/user/oauth/grants", to(revokeGrant));
  app.get("/admin/oauth/clients", to(listClients));
  app.post("/admin/oauth/clients", to(addClient));
  app.get("/admin/oauth/clients/:client_id", to(readClient));
  app.put("/admin/oauth/clients/:client_id", to(editClient));
  app.delete("/admin/oauth/clients/:client_id", to(removeClient));
  app.post("/admin/oauth/clients/:client_id/regenerate_secret", to(replaceSecret));
}
