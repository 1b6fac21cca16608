import { randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { AttributeMapping } from "./assertion.ts";

/** An identity provider: a row of `auth.sso_providers` with its row of `auth.saml_providers` and its domains. */
export interface SsoProvider {
  readonly id: string;
  readonly resource_id: string | null;
  readonly disabled: boolean | null;
  readonly entity_id: string;
  readonly metadata_xml: string;
  readonly metadata_url: string | null;
  readonly attribute_mapping: AttributeMapping | null;
  readonly name_id_format: string | null;
  readonly domains: readonly string[];
  readonly created_at: Date;
  readonly updated_at: Date;
  /** When the metadata was stored. */
  readonly metadata_updated_at: Date;
}

async function selectProviders(connection: Connection, condition: Sql): Promise<SsoProvider[]> {
  const { rows } = await connection.query<SsoProvider>(sql`
    select provider.id, provider.resource_id, provider.disabled, provider.created_at,
      provider.updated_at, saml.entity_id, saml.metadata_xml, saml.metadata_url,
      saml.attribute_mapping, saml.name_id_format, saml.updated_at as metadata_updated_at,
      array(select domain from auth.sso_domains
        where sso_provider_id = provider.id order by created_at, domain) as domains
    from auth.sso_providers provider
    join auth.saml_providers saml on saml.sso_provider_id = provider.id
    where ${condition} order by provider.created_at, provider.id limit 1000`);
  return rows;
}

export async function findProviderById(connection: Connection, id: string) {
  return (await selectProviders(connection, sql`provider.id = ${id}`))[0];
}

export async function findProviderByResourceId(connection: Connection, resourceId: string) {
  const condition = matchResourceId(
    resourceId,
    sql`lower(provider.resource_id) = lower(${resourceId})`,
  );
  return (await selectProviders(connection, condition))[0];
}

export async function findProviderByEntityId(connection: Connection, entityId: string) {
  return (await selectProviders(connection, sql`saml.entity_id = ${entityId}`))[0];
}

export async function findProviderByDomain(connection: Connection, domain: string) {
  const condition = sql`exists (select from auth.sso_domains
    where sso_provider_id = provider.id and lower(domain) = lower(${domain}))`;
  return (await selectProviders(connection, condition))[0];
}

/** Returns the condition, or one that is never true if PostgreSQL does not accept the text. */
const matchResourceId = (text: string, condition: Sql): Sql =>
  text.includes("\0") ? sql`false` : condition;

/** Lists all providers, or those with a resource id or a prefix of one. */
export function listProviders(
  connection: Connection,
  filter: { readonly resourceId?: string | undefined; readonly prefix?: string | undefined },
): Promise<SsoProvider[]> {
  if (filter.resourceId) {
    const condition = sql`provider.resource_id = ${filter.resourceId}`;
    return selectProviders(connection, matchResourceId(filter.resourceId, condition));
  }
  if (filter.prefix) {
    const condition = sql`starts_with(provider.resource_id, ${filter.prefix})`;
    return selectProviders(connection, matchResourceId(filter.prefix, condition));
  }
  return selectProviders(connection, sql`true`);
}

/** The provider's values that an administrator sets. */
export type ProviderValues = Pick<
  SsoProvider,
  | "resource_id"
  | "disabled"
  | "entity_id"
  | "metadata_xml"
  | "metadata_url"
  | "attribute_mapping"
  | "name_id_format"
  | "domains"
>;

export async function insertProvider(
  connection: Connection,
  values: ProviderValues,
): Promise<SsoProvider | undefined> {
  const id = randomUUID();
  await connection.query(sql`
    insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at)
    values (${id}, ${values.resource_id}, ${values.disabled}, now(), now())`);
  await connection.query(sql`
    insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, metadata_url,
      attribute_mapping, name_id_format, created_at, updated_at)
    values (${randomUUID()}, ${id}, ${values.entity_id}, ${values.metadata_xml},
      ${values.metadata_url}, ${values.attribute_mapping ?? {}}, ${values.name_id_format},
      now(), now())`);
  await insertDomains(connection, id, values.domains);
  return findProviderById(connection, id);
}

export async function updateProvider(
  connection: Connection,
  id: string,
  values: ProviderValues,
): Promise<SsoProvider | undefined> {
  await connection.query(sql`
    update auth.sso_providers set resource_id = ${values.resource_id},
      disabled = ${values.disabled}, updated_at = now() where id = ${id}`);
  await connection.query(sql`
    update auth.saml_providers set metadata_xml = ${values.metadata_xml},
      metadata_url = ${values.metadata_url}, attribute_mapping = ${values.attribute_mapping ?? {}},
      name_id_format = ${values.name_id_format}, updated_at = now() where sso_provider_id = ${id}`);
  await connection.query(sql`
    delete from auth.sso_domains
    where sso_provider_id = ${id} and domain <> all(${values.domains}::text[])`);
  await insertDomains(connection, id, values.domains);
  return findProviderById(connection, id);
}

async function insertDomains(
  connection: Connection,
  providerId: string,
  domains: readonly string[],
): Promise<void> {
  for (const domain of domains) {
    await connection.query(sql`
      insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
      select ${randomUUID()}, ${providerId}, ${domain}, now(), now()
      where not exists (select from auth.sso_domains
        where sso_provider_id = ${providerId} and lower(domain) = lower(${domain}))`);
  }
}

export async function deleteProvider(connection: Connection, id: string): Promise<void> {
  await connection.query(sql`delete from auth.sso_providers where id = ${id}`);
}

/** Replaces a provider's metadata after it was fetched again. */
export async function updateMetadata(
  connection: Connection,
  { id }: SsoProvider,
  metadataXml: string,
): Promise<void> {
  await connection.query(sql`
    update auth.saml_providers set metadata_xml = ${metadataXml}, updated_at = now()
    where sso_provider_id = ${id}`);
}

/** A sign-in that is waiting for the provider's response. */
export interface RelayState {
  readonly sso_provider_id: string;
  readonly request_id: string;
  readonly redirect_to: string | null;
  readonly flow_state_id: string | null;
  readonly created_at: Date;
}

export async function insertRelayState(
  connection: Connection,
  id: string,
  state: Omit<RelayState, "created_at">,
): Promise<void> {
  await connection.query(sql`
    insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to,
      flow_state_id, created_at, updated_at)
    values (${id}, ${state.sso_provider_id}, ${state.request_id}, ${state.redirect_to},
      ${state.flow_state_id}, now(), now())`);
}

/** Deletes and returns a relay state, so that each can be used once. */
export async function takeRelayState(
  connection: Connection,
  id: string,
): Promise<RelayState | undefined> {
  const { rows } = await connection.query<RelayState>(
    sql`delete from auth.saml_relay_states where id = ${id} returning *`,
  );
  return rows[0];
}
