import type { IdTokenMapping } from "./id-token-claims.ts";
import type { Dialect } from "./sandbox/dialect.ts";
import type { UserInfoMapping } from "./user-info.ts";

/** An address at a provider: `host` gives way to the configured `url`. */
export interface Endpoint {
  /** Without scheme, possibly with the path that `url` replaces along with it. */
  readonly host: string;
  readonly path: string;
  /** The path on one's own server, where it differs. */
  readonly ownPath?: string;
}

export interface ProviderDescription {
  /** The name that people know it by. */
  readonly title: string;
  readonly authorization: Endpoint;
  readonly token: Endpoint;
  /** Scopes always asked for. */
  readonly scopes: readonly string[];
  /** Scopes asked for as well, unless the application names its own. */
  readonly scopesUnlessAsked?: readonly string[];
  /** False where Supabase Auth ignores the scopes that an application adds. */
  readonly moreScopes: boolean;
  /**
   * How the client authenticates at the token endpoint (RFC 6749, section 2.3.1); by one and, if that
   * is refused, by the other where nobody has said.
   */
  readonly authentication: "basic" | "post" | "basic, else post";
  /** Whether the provider documents PKCE (RFC 7636) for confidential clients; required by X. */
  readonly pkce: boolean;
  /** Sent along with every authorization request. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What configured `url` means: nothing, another server, or a server that must be named. */
  readonly url: "ignored" | "optional" | "required";
  /** Whence the code flow reads the profile. */
  readonly profile: "user-info" | "id-token" | "id-token, else user-info";
  readonly userInfo?: UserInfo;
  readonly idToken?: IdToken;
}

export interface UserInfo {
  /** What is asked for with the access token, in this order, by the names the mapping knows. */
  readonly documents: Readonly<Record<string, Endpoint>>;
  /** Written as the claim `iss`. */
  readonly issuer: Endpoint;
  /** Headers beyond `Authorization`. */
  readonly headers?: (clientId: string) => Record<string, string>;
  /** Facebook's proof that the caller knows the application's secret. */
  readonly proof?: "appsecret_proof";
  readonly map: UserInfoMapping;
}

export interface IdToken {
  /** Whose name it issues them in, where that is one and always the same. */
  readonly issuer?: string;
  /** Where the keys of an issuer are; undefined for an issuer that is not this provider. */
  readonly keys: (issuer: string, url: string | undefined) => string | undefined;
  /** Whether the provider returns the nonce that it was sent. */
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
  keys: (given: string) => (given === issuer ? keys : undefined),
});

/** What most providers have in common. */
export const usual = {
  moreScopes: true,
  authentication: "post",
  pkce: false,
  parameters: {},
  url: "optional",
  profile: "user-info",
} as const;
