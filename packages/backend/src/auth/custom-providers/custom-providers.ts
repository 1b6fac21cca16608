import type { Connection } from "../../database/port.ts";
import { identifier, join, sql } from "../../database/sql.ts";
import type { AuthContext } from "../context.ts";
import { openProviderToken, sealProviderToken } from "../tokens/provider-token-seal.ts";
import type { Discovery } from "./discovery.ts";

/** A row of `auth.custom_oauth_providers`: a provider that an administrator has added. */
export interface CustomProvider {
  readonly id: string;
  readonly provider_type: "oauth2" | "oidc";
  /**
   * `custom:` followed by a name. Applications pass this identifier to request the provider, and identities store it.
   */
  readonly identifier: string;
  readonly name: string;
  readonly client_id: string;
  /** Encrypted; see {@link clientSecretOf}. */
  readonly client_secret: string;
  /** Other clients of the same application whose ID tokens are also accepted. */
  readonly acceptable_client_ids: readonly string[];
  readonly scopes: readonly string[];
  readonly pkce_enabled: boolean;
  readonly attribute_mapping: Readonly<Record<string, unknown>>;
  readonly custom_claims_allowlist: readonly string[];
  readonly authorization_params: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
  readonly email_optional: boolean;
  readonly issuer: string | null;
  readonly discovery_url: string | null;
  readonly skip_nonce_check: boolean;
  readonly cached_discovery: Discovery | null;
  readonly discovery_cached_at: Date | null;
  readonly authorization_url: string | null;
  readonly token_url: string | null;
  readonly userinfo_url: string | null;
  readonly jwks_uri: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The writable columns. */
export type CustomProviderColumns = Partial<
  Omit<CustomProvider, "id" | "created_at" | "updated_at">
>;

export const maxIdentifierLength = 255;

export async function findCustomProvider(
  connection: Connection,
  name: string,
): Promise<CustomProvider | undefined> {
  if (name.length > maxIdentifierLength) return undefined;
  const { rows } = await connection.query<CustomProvider>(
    sql`select * from auth.custom_oauth_providers where identifier = ${name}`,
  );
  return rows[0];
}

/** Lists all custom providers, or those of one type, newest first. */
export async function listCustomProviders(
  connection: Connection,
  type: CustomProvider["provider_type"] | undefined,
): Promise<readonly CustomProvider[]> {
  const { rows } = await connection.query<CustomProvider>(sql`
    select * from auth.custom_oauth_providers
    where ${type ? sql`provider_type = ${type}` : sql`true`} order by created_at desc, id`);
  return rows;
}

export async function createCustomProvider(
  connection: Connection,
  columns: CustomProviderColumns,
): Promise<CustomProvider> {
  const entries = Object.entries(columns);
  const { rows } = await connection.query<CustomProvider>(sql`
    insert into auth.custom_oauth_providers
      (${join(entries.map(([column]) => identifier(column)))})
    values (${join(entries.map(([, value]) => sql`${value}`))}) returning *`);
  const [provider] = rows;
  if (!provider) throw new Error("A trigger refused the provider.");
  return provider;
}

/** @returns undefined if the provider has been deleted */
export async function updateCustomProvider(
  connection: Connection,
  id: string,
  columns: CustomProviderColumns,
): Promise<CustomProvider | undefined> {
  const assignments = Object.entries(columns).map(
    ([column, value]) => sql`${identifier(column)} = ${value}`,
  );
  const { rows } = await connection.query<CustomProvider>(sql`
    update auth.custom_oauth_providers set ${join([...assignments, sql`updated_at = now()`])}
    where id = ${id} returning *`);
  return rows[0];
}

/** @returns true if the provider existed */
export async function deleteCustomProvider(connection: Connection, name: string): Promise<boolean> {
  const { affected } = await connection.query(
    sql`delete from auth.custom_oauth_providers where identifier = ${name}`,
  );
  return affected > 0;
}

/** Encrypts a client secret for the database, with a key derived from the project's secret. */
export function sealClientSecret(context: AuthContext, secret: string): string {
  return sealProviderToken(sealingKey(context), secret);
}

export function clientSecretOf(context: AuthContext, provider: CustomProvider): string {
  return openProviderToken(sealingKey(context), provider.client_secret);
}

function sealingKey(context: AuthContext): string {
  return Buffer.from(context.keys.derive("custom providers")).toString("base64url");
}

/** Returns the JSON of a provider, without its secret. */
export function renderCustomProvider(provider: CustomProvider): object {
  const { issuer, discovery_url, cached_discovery } = provider;
  const { authorization_url, token_url, userinfo_url, jwks_uri } = provider;
  return {
    id: provider.id,
    provider_type: provider.provider_type,
    identifier: provider.identifier,
    name: provider.name,
    client_id: provider.client_id,
    acceptable_client_ids: provider.acceptable_client_ids,
    scopes: provider.scopes,
    pkce_enabled: provider.pkce_enabled,
    attribute_mapping: provider.attribute_mapping,
    custom_claims_allowlist: provider.custom_claims_allowlist,
    authorization_params: provider.authorization_params,
    enabled: provider.enabled,
    email_optional: provider.email_optional,
    ...(issuer === null ? {} : { issuer }),
    ...(discovery_url === null ? {} : { discovery_url }),
    skip_nonce_check: provider.skip_nonce_check,
    ...(cached_discovery === null ? {} : { discovery_document: cached_discovery }),
    ...(authorization_url === null ? {} : { authorization_url }),
    ...(token_url === null ? {} : { token_url }),
    ...(userinfo_url === null ? {} : { userinfo_url }),
    ...(jwks_uri === null ? {} : { jwks_uri }),
    created_at: provider.created_at,
    updated_at: provider.updated_at,
  };
}
