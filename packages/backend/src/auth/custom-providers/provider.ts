import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { configuredProvider, outgoingFetch } from "../providers/configured-providers.ts";
import type { Endpoint, ProviderDescription } from "../providers/description.ts";
import { standardClaims, standardIdToken } from "../providers/id-token-claims.ts";
import { recordAt, textAt } from "../providers/json.ts";
import type { MappedProfile } from "../providers/profile.ts";
import type { Provider } from "../providers/provider-config.ts";
import { ProviderError } from "../providers/provider-error.ts";
import {
  type CustomProvider,
  clientSecretOf,
  findCustomProvider,
  updateCustomProvider,
} from "./custom-providers.ts";
import { type Discovery, discover, discoveryUrlOf } from "./discovery.ts";

/**
 * Finds the custom or built-in provider of that name.
 *
 * @throws {ProviderError} when the provider is not configured
 */
export async function resolveProvider(context: AuthContext, name: string): Promise<Provider> {
  const lowerCaseName = name.toLowerCase();
  if (!lowerCaseName.startsWith("custom:")) return configuredProvider(context, name);
  const customProvider = lowerCaseName.includes("\0")
    ? undefined
    : await findCustomProvider(context.database, lowerCaseName);
  if (!customProvider)
    throw ProviderError.unsupported(`custom provider ${lowerCaseName} not found`);
  if (!customProvider.enabled)
    throw ProviderError.unsupported(`custom provider ${lowerCaseName} is disabled`);
  return toProvider(context, customProvider);
}

/** Converts a row to a provider, which the OAuth client treats like a built-in one. */
export async function toProvider(
  context: AuthContext,
  customProvider: CustomProvider,
): Promise<Provider> {
  const endpoints = await endpointsOf(context, customProvider);
  const { issuer } = customProvider;
  const profileMappings = createMappings(customProvider);
  const keysUrlOf = (tokenIssuer: string) =>
    tokenIssuer === issuer ? endpoints.jwks_uri : undefined;
  const description: ProviderDescription = {
    title: customProvider.name,
    authorization: endpointAt(endpoints.authorization_endpoint),
    token: endpointAt(endpoints.token_endpoint),
    scopes: customProvider.provider_type === "oidc" ? ["openid"] : [],
    defaultScopes: customProvider.scopes,
    allowsExtraScopes: true,
    authentication: "basic, else post",
    pkce: customProvider.pkce_enabled,
    parameters: Object.fromEntries(
      Object.entries(customProvider.authorization_params).map(([name, value]) => [
        name,
        String(value),
      ]),
    ),
    url: "ignored",
    profile: customProvider.provider_type === "oidc" ? "id-token, else user-info" : "user-info",
    ...(endpoints.userinfo_endpoint
      ? {
          userInfo: {
            documents: { user: endpointAt(endpoints.userinfo_endpoint) },
            issuer: endpointAt(endpoints.userinfo_endpoint),
            map: ({ user }) => profileMappings.userInfo(recordAt(user)),
          },
        }
      : {}),
    ...(issuer === null
      ? {}
      : {
          idToken: { issuer, keysUrl: keysUrlOf, returnsNonce: true, map: profileMappings.idToken },
        }),
  };
  return {
    name: customProvider.identifier,
    description,
    sandbox: false,
    clientId: customProvider.client_id,
    clientSecret: clientSecretOf(context, customProvider),
    audiences: [customProvider.client_id, ...customProvider.acceptable_client_ids],
    redirectUri: undefined,
    emailOptional: customProvider.email_optional,
    skipNonceCheck: customProvider.skip_nonce_check,
    endpoints: {
      authorization: endpoints.authorization_endpoint,
      token: endpoints.token_endpoint,
      documents: endpoints.userinfo_endpoint ? { user: endpoints.userinfo_endpoint } : {},
      profileIssuer: issuer ?? "",
      issuer: issuer ?? undefined,
      keysUrl: keysUrlOf,
    },
  };
}

type Endpoints = Pick<
  Discovery,
  "authorization_endpoint" | "token_endpoint" | "userinfo_endpoint" | "jwks_uri"
>;

async function endpointsOf(
  context: AuthContext,
  customProvider: CustomProvider,
): Promise<Endpoints> {
  if (customProvider.provider_type === "oidc") return loadCurrentDiscovery(context, customProvider);
  return {
    authorization_endpoint: customProvider.authorization_url ?? "",
    token_endpoint: customProvider.token_url ?? "",
    userinfo_endpoint: customProvider.userinfo_url ?? undefined,
    jwks_uri: customProvider.jwks_uri ?? "",
  };
}

/** How long a provider's metadata is cached. */
const cacheLifetimeMs = 60 * 60 * 1000;

/** Returns a provider's metadata, and fetches it again when the cached copy is too old. */
async function loadCurrentDiscovery(
  context: AuthContext,
  customProvider: CustomProvider,
): Promise<Discovery> {
  const {
    cached_discovery: cachedDiscovery,
    discovery_cached_at: cachedAt,
    issuer,
  } = customProvider;
  if (cachedDiscovery && cachedAt && cachedAt.getTime() + cacheLifetimeMs > Date.now())
    return cachedDiscovery;
  try {
    const url = discoveryUrlOf(issuer ?? "", customProvider.discovery_url);
    const discovery = await discover(outgoingFetch(context), url, issuer ?? "");
    await updateCustomProvider(context.database, customProvider.id, {
      cached_discovery: discovery,
      discovery_cached_at: new Date(),
    });
    return discovery;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (cachedDiscovery) return cachedDiscovery;
    throw ProviderError.unsupported(`error creating OIDC provider: ${error.message}`);
  }
}

function endpointAt(url: string): Endpoint {
  const { host, pathname } = new URL(url);
  return { host, path: pathname };
}

/** Returns the mappings from the provider's responses to a profile (supabase/auth, `provider/custom_oauth.go`). */
function createMappings(customProvider: CustomProvider) {
  return {
    /** The e-mail address and its verification come from the token; the attribute mapping cannot change them. */
    idToken: (token: Readonly<Record<string, unknown>>): MappedProfile => {
      const { emails, claims } = standardIdToken(token);
      return { emails, claims: addMappedClaims(customProvider, token, { ...claims }) };
    },
    userInfo: (user: Readonly<Record<string, unknown>>): MappedProfile => {
      const standardNames = [...standardClaims, "email", "email_verified"].filter((claim) =>
        Object.hasOwn(user, claim),
      );
      const standardEntries = Object.fromEntries(
        standardNames.map((claim) => [claim, user[claim]]),
      );
      const claims = addMappedClaims(customProvider, user, standardEntries);
      return {
        emails: [
          {
            email: textAt(claims, "email"),
            // `email_verified` applies to the provider's own claim only, not to a claim that the mapping puts
            // in its place.
            verified:
              claims["email_verified"] === true &&
              (!Object.hasOwn(user, "email") || claims["email"] === user["email"]),
            primary: true,
          },
        ],
        claims,
      };
    },
  };
}

/** Adds the claims of the attribute mapping. A text value names another claim; any other value is used literally. */
function addMappedClaims(
  customProvider: CustomProvider,
  raw: Readonly<Record<string, unknown>>,
  claims: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const allowedClaims = customProvider.custom_claims_allowlist.filter((claim) =>
    Object.hasOwn(raw, claim),
  );
  const sourceClaims: Readonly<Record<string, unknown>> =
    allowedClaims.length === 0
      ? claims
      : {
          ...claims,
          custom_claims: Object.fromEntries(allowedClaims.map((name) => [name, raw[name]])),
        };
  const targets = [...standardClaims, "email"];
  const entries = Object.entries(customProvider.attribute_mapping)
    .filter(([target]) => targets.includes(target))
    .map(([target, source]): [string, unknown] => [
      target,
      typeof source === "string" ? sourceClaims[source] : source,
    ])
    .filter(([, value]) => value !== undefined);
  return { ...sourceClaims, ...Object.fromEntries(entries) };
}
