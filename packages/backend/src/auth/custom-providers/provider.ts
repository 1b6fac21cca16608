import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { outgoingFetch, providerOf } from "../providers/configured-providers.ts";
import type { Endpoint, ProviderDescription } from "../providers/description.ts";
import { standardClaims, standardIdToken } from "../providers/id-token-claims.ts";
import { record, text } from "../providers/json.ts";
import type { MappedProfile } from "../providers/profile.ts";
import type { Provider } from "../providers/provider.ts";
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
  if (!lowerCaseName.startsWith("custom:")) return providerOf(context, name);
  const custom = lowerCaseName.includes("\0")
    ? undefined
    : await findCustomProvider(context.database, lowerCaseName);
  if (!custom) throw ProviderError.unsupported(`custom provider ${lowerCaseName} not found`);
  if (!custom.enabled)
    throw ProviderError.unsupported(`custom provider ${lowerCaseName} is disabled`);
  return asProvider(context, custom);
}

/** Converts a row to a provider, which the OAuth client treats like a built-in one. */
export async function asProvider(context: AuthContext, custom: CustomProvider): Promise<Provider> {
  const endpoints = await endpointsOf(context, custom);
  const { issuer } = custom;
  const map = mapping(custom);
  const keysOf = (of: string) => (of === issuer ? endpoints.jwks_uri : undefined);
  const description: ProviderDescription = {
    title: custom.name,
    authorization: endpointAt(endpoints.authorization_endpoint),
    token: endpointAt(endpoints.token_endpoint),
    scopes: custom.provider_type === "oidc" ? ["openid"] : [],
    defaultScopes: custom.scopes,
    moreScopes: true,
    authentication: "basic, else post",
    pkce: custom.pkce_enabled,
    parameters: Object.fromEntries(
      Object.entries(custom.authorization_params).map(([name, value]) => [name, String(value)]),
    ),
    url: "ignored",
    profile: custom.provider_type === "oidc" ? "id-token, else user-info" : "user-info",
    ...(endpoints.userinfo_endpoint
      ? {
          userInfo: {
            documents: { user: endpointAt(endpoints.userinfo_endpoint) },
            issuer: endpointAt(endpoints.userinfo_endpoint),
            map: ({ user }) => map.userInfo(record(user)),
          },
        }
      : {}),
    ...(issuer === null
      ? {}
      : { idToken: { issuer, keys: keysOf, nonce: true, map: map.idToken } }),
  };
  return {
    name: custom.identifier,
    description,
    sandbox: false,
    clientId: custom.client_id,
    clientSecret: clientSecretOf(context, custom),
    audiences: [custom.client_id, ...custom.acceptable_client_ids],
    redirectUri: undefined,
    emailOptional: custom.email_optional,
    skipNonceCheck: custom.skip_nonce_check,
    endpoints: {
      authorization: endpoints.authorization_endpoint,
      token: endpoints.token_endpoint,
      documents: endpoints.userinfo_endpoint ? { user: endpoints.userinfo_endpoint } : {},
      profileIssuer: issuer ?? "",
      issuer: issuer ?? undefined,
      keys: keysOf,
    },
  };
}

type Endpoints = Pick<
  Discovery,
  "authorization_endpoint" | "token_endpoint" | "userinfo_endpoint" | "jwks_uri"
>;

async function endpointsOf(context: AuthContext, custom: CustomProvider): Promise<Endpoints> {
  if (custom.provider_type === "oidc") return currentDiscovery(context, custom);
  return {
    authorization_endpoint: custom.authorization_url ?? "",
    token_endpoint: custom.token_url ?? "",
    userinfo_endpoint: custom.userinfo_url ?? undefined,
    jwks_uri: custom.jwks_uri ?? "",
  };
}

/** How long a provider's metadata is cached. */
const cacheLifetimeMs = 60 * 60 * 1000;

/** Returns a provider's metadata, and fetches it again when the cached copy is too old. */
async function currentDiscovery(context: AuthContext, custom: CustomProvider): Promise<Discovery> {
  const { cached_discovery: cached, discovery_cached_at: since, issuer } = custom;
  if (cached && since && since.getTime() + cacheLifetimeMs > Date.now()) return cached;
  try {
    const url = discoveryUrlOf(issuer ?? "", custom.discovery_url);
    const found = await discover(outgoingFetch(context), url, issuer ?? "");
    await updateCustomProvider(context.database, custom.id, {
      cached_discovery: found,
      discovery_cached_at: new Date(),
    });
    return found;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (cached) return cached;
    throw ProviderError.unsupported(`error creating OIDC provider: ${error.message}`);
  }
}

function endpointAt(url: string): Endpoint {
  const { host, pathname } = new URL(url);
  return { host, path: pathname };
}

/** Returns the mapping from the provider's answers to a profile (supabase/auth, `provider/custom_oauth.go`). */
function mapping(custom: CustomProvider) {
  return {
    /** The e-mail address and its verification come from the token; the attribute mapping cannot change them. */
    idToken: (token: Readonly<Record<string, unknown>>): MappedProfile => {
      const { emails, claims } = standardIdToken(token);
      return { emails, claims: mapped(custom, token, { ...claims }) };
    },
    userInfo: (user: Readonly<Record<string, unknown>>): MappedProfile => {
      const standard = [...standardClaims, "email", "email_verified"].filter((claim) =>
        Object.hasOwn(user, claim),
      );
      const own = Object.fromEntries(standard.map((claim) => [claim, user[claim]]));
      const claims = mapped(custom, user, own);
      return {
        emails: [
          {
            email: text(claims, "email"),
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
function mapped(
  custom: CustomProvider,
  raw: Readonly<Record<string, unknown>>,
  claims: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const kept = custom.custom_claims_allowlist.filter((claim) => Object.hasOwn(raw, claim));
  const before: Readonly<Record<string, unknown>> =
    kept.length === 0
      ? claims
      : { ...claims, custom_claims: Object.fromEntries(kept.map((name) => [name, raw[name]])) };
  const targets = [...standardClaims, "email"];
  const entries = Object.entries(custom.attribute_mapping)
    .filter(([target]) => targets.includes(target))
    .map(([target, source]): [string, unknown] => [
      target,
      typeof source === "string" ? before[source] : source,
    ])
    .filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(entries) };
}
