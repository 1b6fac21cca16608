import type { Endpoint, ProviderDescription } from "./description.ts";
import { ProviderError } from "./provider-error.ts";
import { isProviderName, type ProviderName, providers } from "./providers.ts";
import { sandboxClient } from "./sandbox/client.ts";

/** One `[auth.external.<name>]` of the configuration, by the Supabase CLI's names. */
export interface ExternalProviderSettings {
  readonly enabled: boolean;
  /** One client id or several by commas: the first signs in by redirect, all by ID token. */
  readonly client_id?: string | undefined;
  readonly secret?: string | undefined;
  /** The address that the provider sends people back to, if not our own callback. */
  readonly redirect_uri?: string | undefined;
  /** The provider's address, for those that can be self-hosted or have tenants. */
  readonly url?: string | undefined;
  readonly skip_nonce_check?: boolean | undefined;
  /** Admits people whose address the provider does not tell. */
  readonly email_optional?: boolean | undefined;
}

/** A provider ready to talk to: the table's entry with the configuration's addresses and secrets. */
export interface Provider {
  readonly name: string;
  readonly description: ProviderDescription;
  /** True if the sandbox answers, not the provider itself. */
  readonly sandbox: boolean;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Client ids that an ID token may be meant for. */
  readonly audiences: readonly string[];
  readonly redirectUri: string | undefined;
  readonly emailOptional: boolean;
  readonly skipNonceCheck: boolean;
  readonly endpoints: ProviderEndpoints;
}

export interface ProviderEndpoints {
  readonly authorization: string;
  readonly token: string;
  /** User-info endpoints by the names the mapping knows. */
  readonly documents: Readonly<Record<string, string>>;
  /** The `iss` that a profile from user-info carries. */
  readonly profileIssuer: string;
  /** The issuer to expect in the authorization response (RFC 9207), if it is known beforehand. */
  readonly issuer: string | undefined;
  /** The address of an issuer's keys; undefined for an issuer that is not this provider. */
  readonly keys: (issuer: string) => string | undefined;
}

export interface ProviderOptions {
  /** The scheme, host and port that serve `/sandbox`; undefined for none. */
  readonly sandboxOrigin?: string | undefined;
  /** False if the application brings an ID token, which is checked without a secret. */
  readonly needsSecret?: boolean;
}

/**
 * Decides which server answers for a provider: the provider itself if a client id is configured, the
 * sandbox if there is none and `sandboxOrigin` names a sandbox, otherwise none.
 *
 * @throws {ProviderError} for a name that is unknown or not enabled, or settings that do not suffice
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
      // A redirect address configured for the real provider's console does not lead to this server.
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

/** The providers that people can use, in the table's order. */
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
  configured: string | undefined,
): ProviderEndpoints {
  const url = description.url === "ignored" ? undefined : configured?.replace(/\/$/, "");
  if (description.url === "required" && url === undefined)
    throw ProviderError.unsupported(`unable to find URL for the ${description.title} provider`);
  const address = ({ host, path, ownPath }: Endpoint) =>
    url === undefined ? `https://${host}${path}` : `${url}${ownPath ?? path}`;
  const documents = Object.entries(description.userInfo?.documents ?? {});
  return {
    authorization: address(description.authorization),
    token: address(description.token),
    documents: Object.fromEntries(documents.map(([key, endpoint]) => [key, address(endpoint)])),
    profileIssuer: description.userInfo === undefined ? "" : address(description.userInfo.issuer),
    issuer:
      name === "keycloak" ? url : name === "google" ? "https://accounts.google.com" : undefined,
    keys: (issuer) => description.idToken?.keys(issuer, url),
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
    keys: (issuer) => (issuer === base ? `${base}/jwks` : undefined),
  };
}
