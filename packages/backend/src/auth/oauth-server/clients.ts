import { randomUUID } from "node:crypto";
import type { Connection, Database } from "../../database/port.ts";
import { identifier, join, sql } from "../../database/sql.ts";
import { type Page, type PageOfRows, queryPage } from "../pagination.ts";
import { hashSecret, newSecret } from "./secrets.ts";

/** The authentication methods of an application at the token endpoint (RFC 7591, section 2). */
export const authenticationMethods = ["none", "client_secret_basic", "client_secret_post"] as const;
export type AuthenticationMethod = (typeof authenticationMethods)[number];

/** The client types. A confidential client can keep a secret (RFC 6749, section 2.1). */
export const clientTypes = ["public", "confidential"] as const;
export type ClientType = (typeof clientTypes)[number];

/** A row of `auth.oauth_clients`: a registered application. */
export interface OAuthClient {
  readonly id: string;
  readonly client_secret_hash: string | null;
  readonly registration_type: "dynamic" | "manual";
  readonly client_type: ClientType;
  readonly token_endpoint_auth_method: AuthenticationMethod;
  /** Separated by commas; see {@link redirectUrisOf}. */
  readonly redirect_uris: string;
  readonly grant_types: string;
  readonly client_name: string | null;
  readonly client_uri: string | null;
  readonly logo_uri: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const redirectUrisOf = (client: OAuthClient) => client.redirect_uris.split(",");
export const grantTypesOf = (client: OAuthClient) => client.grant_types.split(",");

/** The metadata that an application registers. */
export interface ClientMetadata {
  readonly clientType: ClientType;
  readonly authenticationMethod: AuthenticationMethod;
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly string[];
  readonly name: string;
  readonly uri: string;
  readonly logoUri: string;
}

/** Creates a client, and returns it with its secret, if it has one. The secret cannot be read again. */
export async function createClient(
  connection: Connection,
  registration: OAuthClient["registration_type"],
  metadata: ClientMetadata,
): Promise<{ readonly client: OAuthClient; readonly secret: string | undefined }> {
  const secret = metadata.clientType === "confidential" ? newSecret() : undefined;
  const { rows } = await connection.query<OAuthClient>(sql`
    insert into auth.oauth_clients (id, client_secret_hash, registration_type, client_type,
      token_endpoint_auth_method, redirect_uris, grant_types, client_name, client_uri, logo_uri)
    values (${randomUUID()}, ${secret === undefined ? null : hashSecret(secret)}, ${registration},
      ${metadata.clientType}, ${metadata.authenticationMethod}, ${metadata.redirectUris.join(",")},
      ${metadata.grantTypes.join(",")}, ${metadata.name || null}, ${metadata.uri || null},
      ${metadata.logoUri || null})
    returning *`);
  const [client] = rows;
  if (!client) throw new Error("A trigger refused the client.");
  return { client, secret };
}

/** Finds a client that has not been deleted. */
export async function findClient(
  connection: Connection,
  id: string,
): Promise<OAuthClient | undefined> {
  const { rows } = await connection.query<OAuthClient>(
    sql`select * from auth.oauth_clients where id = ${id} and deleted_at is null`,
  );
  return rows[0];
}

const clientList = {
  columns: sql`*`,
  from: sql`from auth.oauth_clients where deleted_at is null`,
  order: sql`created_at desc, id`,
};

/** Returns all clients, newest first. */
export async function listAllClients(connection: Connection): Promise<readonly OAuthClient[]> {
  const { columns, from, order } = clientList;
  const { rows } = await connection.query<OAuthClient>(
    sql`select ${columns} ${from} order by ${order}`,
  );
  return rows;
}

/** Returns a page of clients, newest first. */
export function findClients(database: Database, page: Page): Promise<PageOfRows<OAuthClient>> {
  return queryPage<OAuthClient>(database, clientList, page);
}

/** The columns of a client that can be changed. */
export type ClientChanges = Partial<
  Pick<
    OAuthClient,
    | "redirect_uris"
    | "grant_types"
    | "client_name"
    | "client_uri"
    | "logo_uri"
    | "token_endpoint_auth_method"
    | "client_secret_hash"
  >
>;

/** @returns undefined if the client has been deleted */
export async function updateClient(
  connection: Connection,
  id: string,
  changes: ClientChanges,
): Promise<OAuthClient | undefined> {
  const assignments = Object.entries(changes).map(
    ([column, value]) => sql`${identifier(column)} = ${value}`,
  );
  const { rows } = await connection.query<OAuthClient>(sql`
    update auth.oauth_clients set ${join([...assignments, sql`updated_at = now()`])}
    where id = ${id} and deleted_at is null returning *`);
  return rows[0];
}

/** Marks a client as deleted, and revokes all its access. The row is kept for auditing. */
export async function deleteClient(connection: Connection, id: string): Promise<void> {
  await connection.query(sql`
    update auth.oauth_clients set deleted_at = now(), updated_at = now() where id = ${id}`);
  await connection.query(sql`delete from auth.oauth_authorizations where client_id = ${id}`);
  await connection.query(sql`delete from auth.sessions where oauth_client_id = ${id}`);
}

/** Returns the JSON of a client (RFC 7591, section 3.2.1), without absent members. */
export function renderClient(client: OAuthClient, secret?: string): object {
  return {
    client_id: client.id,
    ...(secret === undefined ? {} : { client_secret: secret }),
    client_type: client.client_type,
    redirect_uris: redirectUrisOf(client),
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    grant_types: grantTypesOf(client),
    response_types: ["code"],
    ...(client.client_name ? { client_name: client.client_name } : {}),
    ...(client.client_uri ? { client_uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
    registration_type: client.registration_type,
    created_at: client.created_at,
    updated_at: client.updated_at,
  };
}

/** Returns the application as the consent page shows it. */
export function renderClientForConsent(client: OAuthClient): object {
  return {
    id: client.id,
    ...(client.client_name ? { name: client.client_name } : {}),
    ...(client.client_uri ? { uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
  };
}
