import type { Context } from "hono";
import type { AuthContext } from "../../context.ts";
import { AuthError, badRequest } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { requireOAuthServer } from "../../guards/features.ts";
import {
  changes,
  readChanges,
  readRegistration,
  registration,
} from "../../oauth-server/client-metadata.ts";
import {
  allClients,
  createClient,
  deleteClient,
  findClient,
  findClients,
  type OAuthClient,
  renderClient,
  updateClient,
} from "../../oauth-server/clients.ts";
import { hashSecret, newSecret } from "../../oauth-server/secrets.ts";
import { addPageHeaders, readPage } from "../../request/pages.ts";
import { uuid } from "../../request/parameters.ts";
import { readBody } from "../oauth/read-body.ts";

/** `GET /admin/oauth/clients`: lists all applications, newest first. As in the reference, without pagination. */
export async function listClients(auth: AuthContext, c: Context): Promise<Response> {
  await administrate(auth, c);
  const isPaged = Boolean(c.req.query("page") || c.req.query("per_page"));
  const page = isPaged ? readPage(c) : undefined;
  if (!page) {
    const clients = await allClients(auth.database);
    return c.json({ clients: clients.map((client) => renderClient(client)) });
  }
  const { rows, total } = await findClients(auth.database, page);
  addPageHeaders(c, "/admin/oauth/clients", page, total);
  return c.json({ clients: rows.map((client) => renderClient(client)) });
}

/** `POST /admin/oauth/clients`: adds a client. */
export async function addClient(auth: AuthContext, c: Context): Promise<Response> {
  await administrate(auth, c);
  const metadata = readRegistration(await readBody(c, registration, "Invalid JSON body"));
  const { client, secret } = await createClient(auth.database, "manual", metadata);
  return c.json(renderClient(client, secret), 201);
}

/** `GET /admin/oauth/clients/:client_id` */
export async function readClient(auth: AuthContext, c: Context): Promise<Response> {
  return c.json(renderClient(await requireClient(auth, c)));
}

/** `PUT /admin/oauth/clients/:client_id` */
export async function editClient(auth: AuthContext, c: Context): Promise<Response> {
  const client = await requireClient(auth, c);
  const changed = readChanges(await readBody(c, changes, "Invalid JSON body"), client);
  const updated = await updateClient(auth.database, client.id, changed);
  if (!updated) throw notFound();
  return c.json(renderClient(updated));
}

/** `DELETE /admin/oauth/clients/:client_id` */
export async function removeClient(auth: AuthContext, c: Context): Promise<Response> {
  const { id } = await requireClient(auth, c);
  await auth.database.transaction((connection) => deleteClient(connection, id));
  return c.body(null, 204);
}

/** `POST /admin/oauth/clients/:client_id/regenerate_secret`: replaces a client's secret. */
export async function replaceSecret(auth: AuthContext, c: Context): Promise<Response> {
  const client = await requireClient(auth, c);
  if (client.client_type === "public") {
    throw badRequest("validation_failed", "Cannot regenerate secret for public client");
  }
  const secret = newSecret();
  const updated = await updateClient(auth.database, client.id, {
    client_secret_hash: hashSecret(secret),
  });
  if (!updated) throw notFound();
  return c.json(renderClient(updated, secret));
}

async function administrate(auth: AuthContext, c: Context): Promise<void> {
  await requireAdmin(auth, c);
  requireOAuthServer(auth);
}

/** Requires an administrator, and returns the client that the path names. */
async function requireClient(auth: AuthContext, c: Context): Promise<OAuthClient> {
  await administrate(auth, c);
  const id = c.req.param("client_id") ?? "";
  if (!uuid.test(id)) throw badRequest("validation_failed", "invalid client_id format");
  const client = await findClient(auth.database, id);
  if (!client) throw notFound();
  return client;
}

const notFound = () => new AuthError(404, "oauth_client_not_found", "OAuth client not found");
