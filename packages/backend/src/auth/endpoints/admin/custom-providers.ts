import type { Context } from "hono";
import type { AuthContext } from "../../context.ts";
import {
  type CustomProvider,
  type CustomProviderColumns,
  createCustomProvider,
  deleteCustomProvider,
  findCustomProvider,
  listCustomProviders,
  renderCustomProvider,
  sealClientSecret,
  updateCustomProvider,
} from "../../custom-providers/custom-providers.ts";
import { discover, discoveryUrlOf } from "../../custom-providers/discovery.ts";
import {
  columnsOf,
  customProviderParams,
  readType,
  requireAllowedMappings,
  requireComplete,
  requirePrefix,
  requirePublic,
  withOpenId,
} from "../../custom-providers/params.ts";
import { AuthError, badRequest, failureHandler } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { outgoingFetch } from "../../providers/configured-providers.ts";
import { readParams } from "../../request/parameters.ts";

/** `GET /admin/custom-providers`: lists the providers that administrators have added to the built-in ones. */
export async function listProviders(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const type = c.req.query("type") || undefined;
  if (type !== undefined && type !== "oauth2" && type !== "oidc") {
    throw badRequest("validation_failed", "type must be either 'oauth2' or 'oidc'");
  }
  const providers = await listCustomProviders(context.database, type);
  return c.json({ providers: providers.map(renderCustomProvider) });
}

/** `POST /admin/custom-providers`: adds a provider. */
export async function addProvider(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const params = await readParams(c, customProviderParams);
  const type = readType(params.provider_type);
  requireComplete(params, type);
  requireAllowedMappings(params);
  await requirePublic(params, type);
  if (await findCustomProvider(context.database, params.identifier)) {
    throw badRequest("conflict", "A custom OAuth provider with this identifier already exists");
  }
  const scopes = params.scopes ?? [];
  const columns: CustomProviderColumns = {
    ...columnsOf(params, type),
    provider_type: type,
    identifier: params.identifier,
    scopes: type === "oidc" ? withOpenId(scopes) : scopes,
    client_secret: sealClientSecret(context, params.client_secret),
  };
  const discovery =
    type === "oidc" ? await discoveryColumns(context, params.issuer, params.discovery_url) : {};
  const provider = await createCustomProvider(context.database, { ...columns, ...discovery }).catch(
    failureHandler("Error creating custom OAuth provider"),
  );
  return c.json(renderCustomProvider(provider), 201);
}

/** `GET /admin/custom-providers/:identifier` */
export async function readProvider(context: AuthContext, c: Context): Promise<Response> {
  return c.json(renderCustomProvider(await requireProvider(context, c)));
}

/** `PUT /admin/custom-providers/:identifier`: changes the given attributes. */
export async function editProvider(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  requirePrefix(identifierIn(c));
  const params = await readParams(c, customProviderParams);
  requireAllowedMappings(params);
  const provider = await requireProvider(context, c);
  const type = provider.provider_type;
  await requirePublic(params, type);
  const columns = columnsOf(params, type);
  const { issuer = provider.issuer, discovery_url: url = provider.discovery_url } = columns;
  const changesDiscovery = type === "oidc" && (params.issuer !== "" || params.discovery_url !== "");
  const updatedProvider = await updateCustomProvider(context.database, provider.id, {
    ...columns,
    ...(changesDiscovery ? await discoveryColumns(context, issuer ?? "", url) : {}),
    ...(params.client_secret === ""
      ? {}
      : { client_secret: sealClientSecret(context, params.client_secret) }),
  }).catch(failureHandler("Error updating custom OAuth provider"));
  if (!updatedProvider) throw notFound();
  return c.json(renderCustomProvider(updatedProvider));
}

/** `DELETE /admin/custom-providers/:identifier` */
export async function removeProvider(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  requirePrefix(identifierIn(c));
  if (!(await deleteCustomProvider(context.database, identifierIn(c)))) throw notFound();
  return c.body(null, 204);
}

async function discoveryColumns(
  context: AuthContext,
  issuer: string,
  url: string | null,
): Promise<Pick<CustomProvider, "cached_discovery" | "discovery_cached_at">> {
  return {
    cached_discovery: await discover(outgoingFetch(context), discoveryUrlOf(issuer, url), issuer),
    discovery_cached_at: new Date(),
  };
}

/** Returns the provider that the path names, for an administrator. */
async function requireProvider(context: AuthContext, c: Context): Promise<CustomProvider> {
  await requireAdmin(context, c);
  requirePrefix(identifierIn(c));
  const provider = await findCustomProvider(context.database, identifierIn(c));
  if (!provider) throw notFound();
  return provider;
}

const identifierIn = (c: Context) => (c.req.param("identifier") ?? "").replaceAll("\0", "");

const notFound = () =>
  new AuthError(404, "custom_provider_not_found", "Custom OAuth provider not found");
