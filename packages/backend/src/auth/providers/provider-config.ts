import type { Endpoint, ProviderDescription } from "./description.ts";
import { ProviderError } from "./provider-error.ts";
import { isProviderName, type ProviderName, providers } from "./providers.ts";
import { sandboxClient } from "./sandbox/client.ts";

/** One `[auth.external.<name>]` of the configuration, with the Supabase CLI's keys. */
export interface ExternalProviderSettings {
  readonly enabled: boolean;
  /** One or several client ids, separated by commas. Redirects use the first; ID tokens may be issued to any. */
  readonly client_id?: string | undefined;
  readonly secret?: string | undefined;
  /** The redirect URI, if it is not this server's callback. */
  readonly redirect_uri?: string | undefined;
  /** The provider's URL, if it can be self-hosted or has tenants. */
  readonly url?: string | undefined;
  readonly skip_nonce_check?: boolean | undefined;
  /** Allows users without an e-mail address. */
  readonly email_optional?: boolean | undefined;
}

/** A provider with its configuration applied. */
export interface Provider {
  readonly name: string;
  readonly description: ProviderDescription;
  /** True if the sandbox replaces the provider. */
  readonly sandbox: boolean;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The accepted audiences of ID tokens. */
  readonly audiences: readonly string[];
  readonly redirectUri: string | undefined;
  readonly emailOptional: boolean;
  readonly skipNonceCheck: boolean;
  readonly endpoints: ProviderEndpoints;
}

export interface ProviderEndpoints {
  readonly authorization: string;
  readonly token: string;
  /** User-info endpoints, by the names that the mapping reads. */
  readonly documents: Readonly<Record<string, string>>;
  /** The `iss` of a profile from user-info. */
  readonly profileIssuer: string;
  /** The issuer to expect in the authorization response (RFC 9207), if known. */
  readonly issuer: string | undefined;
  /** Returns the URL of an issuer's keys, or undefined if the issuer does not belong to this provider. */
  readonly keysUrl: (issuer: string) => string | undefined;
}

export interface ProviderOptions {
  /** The origin of `/sandbox`, or undefined if it is not served. */
  readonly sandboxOrigin?: string | undefined;
  /** Whether a client secret is required. ID tokens are verified without one. */
  readonly needsSecret?: boolean;
}

/**
 * Returns a provider by name: the real one if a client id is configured, otherwise the sandbox if there is
 * one.
 *
 * @throws {ProviderError} if the provider is unknown, not enabled or not fully configured
 */
export function providerFor(
  name: string,
  settings: ExternalProviderSettings | undefined,
  { sandboxOrigin, needsSecret = true }: ProviderOptions = {},
): Provider {
  const lowerCaseName = name.toLowerCase();
  if (!isProviderName(lowerCaseName))
    throw ProviderError.unsupported(`Provider ${lowerCaseName} could not be found`);
  if (settings?.enabled !== true) throw ProviderError.unsupported("provider is not enabled");
  const description: ProviderDescription = providers[lowerCaseName];
  const common = {
    name: lowerCaseName,
    description,
    redirectUri: settings.redirect_uri || undefined,
    emailOptional: settings.email_optional ?? false,
    skipNonceCheck: settings.skip_nonce_check ?? false,
  };

  const audiences = (settings.client_id ?? "")
    .split(",")
    .map((client) => client.trim())
    .filter((client) => client !== "");
  const [clientId] = audiences;
  if (clientId === undefined) {
    if (sandboxOrigin === undefined) throw ProviderError.unsupported("missing OAuth client ID");
    const endpoints = sandboxEndpoints(lowerCaseName, description, sandboxOrigin);
    return {
      ...common,
      ...sandboxClient,
      // Ignore the configured redirect URI, because it might not point to this server.
      redirectUri: undefined,
      audiences: [sandboxClient.clientId],
      sandbox: true,
      endpoints,
    };
  }
  if (needsSecret && !settings.secret) throw ProviderError.unsupported("missing OAuth secret");
  return {
    ...common,
    sandbox: false,
    clientId,
    clientSecret: settings.secret ?? "",
    audiences,
    endpoints: realEndpoints(lowerCaseName, description, settings.url || undefined),
  };
}

/** Returns the usable providers, in the order of the catalogue. */
export function enabledProviders(
  external: Readonly<Record<string, ExternalProviderSettings | undefined>>,
  options: ProviderOptions = {},
): Provider[] {
  return Object.entries(external).flatMap(([name, settings]) => {
    try {
      return [providerFor(name, settings, options)];
    } catch (error) {
      if (error instanceof ProviderError) return [];
      throw error;
    }
  });
}

function realEndpoints(
  name: ProviderName,
  description: ProviderDescription,
  configuredUrl: string | undefined,
): ProviderEndpoints {
  const url = description.url === "ignored" ? undefined : configuredUrl?.replace(/\/$/, "");
  if (description.url === "required" && url === undefined)
    throw ProviderError.unsupported(`unable to find URL for the ${description.title} provider`);
  const urlOf = ({ host, path, selfHostedPath }: Endpoint) =>
    url === undefined ? `https://${host}${path}` : `${url}${selfHostedPath ?? path}`;
  const documents = Object.entries(description.userInfo?.documents ?? {});
  return {
    authorization: urlOf(description.authorization),
    token: urlOf(description.token),
    documents: Object.fromEntries(documents.map(([key, endpoint]) => [key, urlOf(endpoint)])),
    profileIssuer: description.userInfo === undefined ? "" : urlOf(description.userInfo.issuer),
    issuer:
      name === "keycloak" ? url : name === "google" ? "https://accounts.google.com" : undefined,
    keysUrl: (issuer) => description.idToken?.keysUrl(issuer, url),
  };
}

function sandboxEndpoints(
  name: ProviderName,
  description: ProviderDescription,
  origin: string,
): ProviderEndpoints {
  const base = `${origin}/sandbox/${name}`;
  const documents = Object.keys(description.userInfo?.documents ?? {});
  return {
    authorization: `${base}/authorize`,
    token: `${base}/token`,
    documents: Object.fromEntries(
      documents.map((key) => [
        key,
        key === "user" ? `${base}/userinfo` : `${base}/userinfo/${key}`,
      ]),
    ),
    profileIssuer: base,
    issuer: base,
    keysUrl: (issuer) => (issuer === base ? `${base}/jwks` : undefined),
  };
}
