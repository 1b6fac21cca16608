import type { Context } from "hono";
import type { AuthContext } from "../../context.ts";
import { AuthError, badRequest } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { requireOAuthServer } from "../../guards/features.ts";
import {
  changesSchema,
  readChanges,
  readRegistration,
  registrationSchema,
} from "../../oauth-server/client-metadata.ts";
import {
  createClient,
  deleteClient,
  findClient,
  findClients,
  listAllClients,
  type OAuthClient,
  renderClient,
  updateClient,
} from "../../oauth-server/clients.ts";
import { hashSecret, newSecret } from "../../oauth-server/secrets.ts";
import { addPageHeaders, readPage } from "../../request/page-parameters.ts";
import { uuid } from "../../request/parameters.ts";
import { readBody } from "../oauth/read-body.ts";

/** `GET /admin/oauth/clients`: lists the applications, newest first. Without page parameters, lists all of them. */
export async function listClients(context: AuthContext, c: Context): Promise<Response> {
  await requireOAuthServerAdmin(context, c);
  const requestsPage = Boolean(c.req.query("page") || c.req.query("per_page"));
  const page = requestsPage ? readPage(c) : undefined;
  if (!page) {
    const clients = await listAllClients(context.database);
    return c.json({ clients: clients.map((client) => renderClient(client)) });
  }
  const { rows, total } = await findClients(context.database, page);
  addPageHeaders(c, "/admin/oauth/clients", page, total);
  return c.json({ clients: rows.map((client) => renderClient(client)) });
}

/** `POST /admin/oauth/clients`: adds a client. */
export async function addClient(context: AuthContext, c: Context): Promise<Response> {
  await requireOAuthServerAdmin(context, c);
  const metadata = readRegistration(await readBody(c, registrationSchema, "Invalid JSON body"));
  const { client, secret } = await createClient(context.database, "manual", metadata);
  return c.json(renderClient(client, secret), 201);
}

/** `GET /admin/oauth/clients/:client_id` */
export async function readClient(context: AuthContext, c: Context): Promise<Response> {
  return c.json(renderClient(await requireClient(context, c)));
}

/** `PUT /admin/oauth/clients/:client_id` */
export async function editClient(context: AuthContext, c: Context): Promise<Response> {
  const client = await requireClient(context, c);
  const updatedColumns = readChanges(await readBody(c, changesSchema, "Invalid JSON body"), client);
  const updatedClient = await updateClient(context.database, client.id, updatedColumns);
  if (!updatedClient) throw notFound();
  return c.json(renderClient(updatedClient));
}

/** `DELETE /admin/oauth/clients/:client_id` */
export async function removeClient(context: AuthContext, c: Context): Promise<Response> {
  const { id } = await requireClient(context, c);
  await context.database.transaction((connection) => deleteClient(connection, id));
  return c.body(null, 204);
}

/** `POST /admin/oauth/clients/:client_id/regenerate_secret`: replaces a client's secret. */
export async function replaceSecret(context: AuthContext, c: Context): Promise<Response> {
  const client = await requireClient(context, c);
  if (client.client_type === "public") {
    throw badRequest("validation_failed", "Cannot regenerate secret for public client");
  }
  const secret = newSecret();
  const updatedClient = await updateClient(context.database, client.id, {
    client_secret_hash: hashSecret(secret),
  });
  if (!updatedClient) throw notFound();
  return c.json(renderClient(updatedClient, secret));
}

async function requireOAuthServerAdmin(context: AuthContext, c: Context): Promise<void> {
  await requireAdmin(context, c);
  requireOAuthServer(context);
}

/** Requires an administrator, and returns the client that the path names. */
async function requireClient(context: AuthContext, c: Context): Promise<OAuthClient> {
  await requireOAuthServerAdmin(context, c);
  const id = c.req.param("client_id") ?? "";
  if (!uuid.test(id)) throw badRequest("validation_failed", "invalid client_id format");
  const client = await findClient(context.database, id);
  if (!client) throw notFound();
  return client;
}

const notFound = () => new AuthError(404, "oauth_client_not_found", "OAuth client not found");
