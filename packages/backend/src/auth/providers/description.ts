import type { IdTokenMapping } from "./id-token-claims.ts";
import type { Dialect } from "./sandbox/dialect.ts";
import type { UserInfoMapping } from "./user-info.ts";

/** An address at a provider: the configured `url` replaces `host`. */
export interface Endpoint {
  /** The host without scheme, possibly with the path that `url` replaces along with it. */
  readonly host: string;
  readonly path: string;
  /** The path on a self-hosted server, where it differs. */
  readonly ownPath?: string;
}

export interface ProviderDescription {
  /** The provider's name for people. */
  readonly title: string;
  readonly authorization: Endpoint;
  readonly token: Endpoint;
  /** The scopes of every request. */
  readonly scopes: readonly string[];
  /** Further scopes, unless the application names its own. */
  readonly defaultScopes?: readonly string[];
  /** False if Supabase Auth ignores the scopes that an application adds. */
  readonly moreScopes: boolean;
  /**
   * How the client authenticates at the token endpoint (RFC 6749, section 2.3.1); by one method and, if
   * that is refused, by the other, if the provider has not said.
   */
  readonly authentication: "basic" | "post" | "basic, else post";
  /** True if the provider documents PKCE (RFC 7636) for confidential clients; required by X. */
  readonly pkce: boolean;
  /** Sent along with every authorization request. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The meaning of the configured `url`: nothing, another server, or a server that must be named. */
  readonly url: "ignored" | "optional" | "required";
  /** The source of the profile in the code flow. */
  readonly profile: "user-info" | "id-token" | "id-token, else user-info";
  readonly userInfo?: UserInfo;
  readonly idToken?: IdToken;
}

export interface UserInfo {
  /** The documents to fetch with the access token, in this order, by the names that the mapping knows. */
  readonly documents: Readonly<Record<string, Endpoint>>;
  /** Written as the claim `iss`. */
  readonly issuer: Endpoint;
  /** Headers beyond `Authorization`. */
  readonly headers?: (clientId: string) => Record<string, string>;
  /** Facebook's proof that the client knows the application's secret. */
  readonly proof?: "appsecret_proof";
  readonly map: UserInfoMapping;
}

export interface IdToken {
  /** The issuer, if it is one and always the same. */
  readonly issuer?: string;
  /** The address of an issuer's keys; undefined for an issuer that is not this provider. */
  readonly keys: (issuer: string, url: string | undefined) => string | undefined;
  /** True if the provider returns the nonce that it was sent. */
  readonly nonce: boolean;
  readonly map: IdTokenMapping;
}

/** A provider that comes with the backend. */
export interface BuiltInProvider extends ProviderDescription {
  readonly dialect: Dialect;
}

export const endpoint = (host: string, path = "", ownPath?: string): Endpoint =>
  ownPath === undefined ? { host, path } : { host, path, ownPath };

/** An issuer of ID tokens that is one and always the same. */
export const issuedBy = (issuer: string, keys: string) => ({
  issuer,
  keys: (candidate: string) => (candidate === issuer ? keys : undefined),
});

/** The defaults of most providers. */
export const usual = {
  moreScopes: true,
  authentication: "post",
  pkce: false,
  parameters: {},
  url: "optional",
  profile: "user-info",
} as const;
