import type { IdTokenMapping } from "./id-token-claims.ts";
import type { SandboxResponses } from "./sandbox/responses.ts";
import type { UserInfoMapping } from "./user-info.ts";

/** A URL of a provider. The configured `url` replaces `host`. */
export interface Endpoint {
  /** The host without a scheme, possibly with a path, which `url` also replaces. */
  readonly host: string;
  readonly path: string;
  /** The path on a self-hosted server, if it differs from `path`. */
  readonly selfHostedPath?: string;
}

export interface ProviderDescription {
  /** The provider's display name. */
  readonly title: string;
  readonly authorization: Endpoint;
  readonly token: Endpoint;
  /** The scopes that are always requested. */
  readonly scopes: readonly string[];
  /** Additional scopes, unless the application requests its own. */
  readonly defaultScopes?: readonly string[];
  /** False if scopes of the application are ignored, as in Supabase Auth. */
  readonly allowsExtraScopes: boolean;
  /**
   * How the client authenticates at the token endpoint (RFC 6749, section 2.3.1). If the provider does not document the
   * method, the client tries both.
   */
  readonly authentication: "basic" | "post" | "basic, else post";
  /** True if the provider documents PKCE (RFC 7636) for confidential clients. X requires it. */
  readonly pkce: boolean;
  /** Parameters of every authorization request. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether the configured `url` is ignored, replaces the server, or is required. */
  readonly url: "ignored" | "optional" | "required";
  /** The source of the profile in the code flow. */
  readonly profile: "user-info" | "id-token" | "id-token, else user-info";
  readonly userInfo?: UserInfo;
  readonly idToken?: IdToken;
}

export interface UserInfo {
  /** The endpoints to fetch with the access token, in this order. The mapping reads the results by these names. */
  readonly documents: Readonly<Record<string, Endpoint>>;
  /** The claim `iss`. */
  readonly issuer: Endpoint;
  /** Headers besides `Authorization`. */
  readonly headers?: (clientId: string) => Record<string, string>;
  /** Facebook's proof that the client knows the application's secret. */
  readonly proof?: "appsecret_proof";
  readonly map: UserInfoMapping;
}

export interface IdToken {
  /** The issuer, if there is only one. */
  readonly issuer?: string;
  /** Returns the URL of an issuer's keys, or undefined if the issuer does not belong to this provider. */
  readonly keysUrl: (issuer: string, url: string | undefined) => string | undefined;
  /** True if the provider returns the nonce. */
  readonly returnsNonce: boolean;
  readonly map: IdTokenMapping;
}

/** A built-in provider. */
export interface BuiltInProvider extends ProviderDescription {
  readonly sandboxResponses: SandboxResponses;
}

export const endpoint = (host: string, path = "", selfHostedPath?: string): Endpoint =>
  selfHostedPath === undefined ? { host, path } : { host, path, selfHostedPath };

/** Describes ID tokens of a single fixed issuer. */
export const fixedIssuer = (issuer: string, keysUrl: string) => ({
  issuer,
  keysUrl: (candidate: string) => (candidate === issuer ? keysUrl : undefined),
});

/** Defaults that fit most providers. */
export const commonDescription = {
  allowsExtraScopes: true,
  authentication: "post",
  pkce: false,
  parameters: {},
  url: "optional",
  profile: "user-info",
} as const;
