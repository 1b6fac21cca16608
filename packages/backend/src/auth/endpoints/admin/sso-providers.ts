import type { Context } from "hono";
import { z } from "zod";
import { DatabaseError } from "../../../database/errors.ts";
import type { AuthContext } from "../../context.ts";
import { AuthError, badRequest, unprocessable } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { readParams, text, uuid } from "../../request/parameters.ts";
import { loadSaml } from "../../saml/load.ts";
import {
  deleteProvider,
  findProviderByDomain,
  findProviderByEntityId,
  findProviderById,
  findProviderByResourceId,
  insertProvider,
  listProviders,
  type ProviderValues,
  type SsoProvider,
  updateProvider,
} from "../../saml/providers.ts";

/** `GET /admin/sso/providers`: lists the identity providers, without their long metadata. */
export async function listSsoProviders(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const providers = await listProviders(context.database, {
    resourceId: c.req.query("resource_id"),
    prefix: c.req.query("resource_id_prefix"),
  });
  return c.json({
    items: providers.map((provider) => render({ ...provider, metadata_xml: "" })),
  });
}

const mappedAttribute = z.object({
  name: z.string().max(1024).optional(),
  names: z.array(z.string().max(1024)).max(50).optional(),
  default: z.unknown().optional(),
  array: z.boolean().optional(),
});

const paramsSchema = z.object({
  type: text(),
  metadata_url: text(),
  metadata_xml: text(),
  domains: z.array(z.string().min(1).max(255)).max(1000).nullish(),
  attribute_mapping: z
    .object({ keys: z.record(z.string().max(1024), mappedAttribute).nullish() })
    .nullish(),
  name_id_format: text(),
  resource_id: z.string().max(1024).nullish(),
  disabled: z.boolean().nullish(),
});
type Params = z.output<typeof paramsSchema>;

/** `POST /admin/sso/providers`: adds an identity provider (supabase/auth, `internal/api/ssoadmin.go`). */
export async function addSsoProvider(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const params = await readParams(c, paramsSchema);
  if (params.type !== "saml") throw invalid("Only 'saml' supported for SSO provider type");
  if (params.metadata_url === "" && params.metadata_xml === "") {
    throw invalid("Either metadata_xml or metadata_url must be set");
  }
  await checkParams(context, params);
  const { xml, entityId } = await readMetadata(context, params);
  if (await findProviderByEntityId(context.database, entityId)) throw alreadyExists(entityId);
  await requireFreeDomains(context, params.domains ?? [], undefined);
  const provider = await context.database
    .transaction((connection) =>
      insertProvider(connection, {
        entity_id: entityId,
        metadata_xml: xml,
        metadata_url: params.metadata_url || null,
        attribute_mapping: mappingOf(params) ?? {},
        domains: params.domains ?? [],
        name_id_format: params.name_id_format || null,
        disabled: params.disabled ?? null,
        resource_id: params.resource_id || null,
      }),
    )
    .catch((error: unknown) => {
      if (isConflict(error)) throw alreadyExists(entityId);
      throw error;
    });
  return c.json(render(provider), 201);
}

/** `GET /admin/sso/providers/:idp_id` */
export async function readSsoProvider(context: AuthContext, c: Context): Promise<Response> {
  return c.json(render(await requireProvider(context, c)));
}

/** `PUT /admin/sso/providers/:idp_id`: changes the given attributes. */
export async function editSsoProvider(context: AuthContext, c: Context): Promise<Response> {
  const provider = await requireProvider(context, c);
  const params = await readParams(c, paramsSchema);
  await checkParams(context, params);
  const values: ProviderValues = {
    ...provider,
    ...(await changedMetadata(context, provider, params)),
    name_id_format: params.name_id_format || null,
    attribute_mapping: mappingOf(params) ?? provider.attribute_mapping,
    domains: params.domains ?? provider.domains,
    disabled: params.disabled ?? provider.disabled,
    resource_id:
      params.resource_id === null || params.resource_id === undefined
        ? provider.resource_id
        : params.resource_id || null,
  };
  await requireFreeDomains(context, params.domains ?? [], provider);
  const updated = await context.database
    .transaction((connection) => updateProvider(connection, provider.id, values))
    .catch((error: unknown) => {
      if (!isConflict(error)) throw error;
      throw unprocessable(
        "conflict",
        "Updating SSO provider failed, likely due to a conflict. Try again?",
      );
    });
  return c.json(render(updated));
}

/** `DELETE /admin/sso/providers/:idp_id`. Its users remain, but can no longer sign in. */
export async function removeSsoProvider(context: AuthContext, c: Context): Promise<Response> {
  const provider = await requireProvider(context, c);
  await deleteProvider(context.database, provider.id);
  return c.json(render(provider));
}

async function requireProvider(context: AuthContext, c: Context): Promise<SsoProvider> {
  await requireAdmin(context, c);
  const id = c.req.param("idp_id") ?? "";
  const prefix = "resource_";
  const provider = id.startsWith(prefix)
    ? await findProviderByResourceId(context.database, id.slice(prefix.length))
    : uuid.test(id)
      ? await findProviderById(context.database, id)
      : undefined;
  if (provider) return provider;
  throw new AuthError(404, "sso_provider_not_found", "SSO Identity Provider not found");
}

const formats = ["persistent", "emailAddress", "transient", "unspecified"].map((format) =>
  format === "persistent" || format === "transient"
    ? `urn:oasis:names:tc:SAML:2.0:nameid-format:${format}`
    : `urn:oasis:names:tc:SAML:1.1:nameid-format:${format}`,
);

async function checkParams({ sandbox }: AuthContext, params: Params): Promise<void> {
  const { metadata_url: url, metadata_xml: xml, name_id_format: format } = params;
  if (url !== "" && xml !== "") {
    throw invalid("Only one of metadata_xml or metadata_url needs to be set");
  }
  if (url !== "" && !URL.canParse(url)) throw invalid("metadata_url is not a valid URL");
  const isSandbox = sandbox !== undefined && url.startsWith(`${sandbox.origin}/sandbox/`);
  if (url !== "" && !url.startsWith("https:") && !isSandbox) {
    throw invalid("metadata_url is not a HTTPS URL");
  }
  if (format !== "" && !formats.includes(format)) {
    throw invalid(`name_id_format must be unspecified or one of ${formats.join(", ")}`);
  }
}

async function readMetadata(
  context: AuthContext,
  { metadata_xml: givenXml, metadata_url: url }: Params,
) {
  const { fetchMetadata, parseIdentityProviderMetadata } = await loadSaml();
  const xml = givenXml === "" ? await fetchMetadata(context, url) : givenXml;
  return { xml, entityId: parseIdentityProviderMetadata(xml).entityId };
}

async function changedMetadata(context: AuthContext, provider: SsoProvider, params: Params) {
  if (params.metadata_url === "" && params.metadata_xml === "") return {};
  const { xml, entityId } = await readMetadata(context, params);
  if (entityId !== provider.entity_id) {
    throw badRequest(
      "saml_entity_id_mismatch",
      `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${provider.entity_id}' but got '${entityId}'`,
    );
  }
  const metadataUrl = params.metadata_url || provider.metadata_url;
  return { metadata_xml: xml, metadata_url: metadataUrl };
}

async function requireFreeDomains(
  { database }: AuthContext,
  domains: readonly string[],
  provider: SsoProvider | undefined,
): Promise<void> {
  for (const domain of domains) {
    const owner = await findProviderByDomain(database, domain);
    if (!owner || owner.id === provider?.id) continue;
    throw badRequest(
      "sso_domain_already_exists",
      provider
        ? `SSO domain '${domain}' already assigned to another provider (${owner.id})`
        : `SSO Domain '${domain}' is already assigned to an SSO identity provider (${owner.id})`,
    );
  }
}

function mappingOf({ attribute_mapping: mapping }: Params): ProviderValues["attribute_mapping"] {
  return mapping?.keys ? { keys: mapping.keys } : null;
}

function render(provider: SsoProvider | undefined): object {
  if (!provider) throw new Error("The provider is missing.");
  const { id, resource_id, disabled, metadata_xml, metadata_url, name_id_format } = provider;
  const { created_at, updated_at } = provider;
  return {
    id,
    ...(resource_id === null ? {} : { resource_id }),
    disabled,
    saml: {
      entity_id: provider.entity_id,
      ...(metadata_xml === "" ? {} : { metadata_xml }),
      ...(metadata_url === null ? {} : { metadata_url }),
      attribute_mapping: provider.attribute_mapping ?? {},
      ...(name_id_format === null ? {} : { name_id_format }),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at,
    updated_at,
  };
}

const isConflict = (error: unknown) => error instanceof DatabaseError && error.code === "23505";

const alreadyExists = (entityId: string) =>
  unprocessable(
    "saml_idp_already_exists",
    `SAML Identity Provider with this EntityID (${entityId}) already exists`,
  );

const invalid = (message: string) => badRequest("validation_failed", message);
