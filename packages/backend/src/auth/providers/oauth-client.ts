import { createHash } from "node:crypto";
import * as oauth from "oauth4webapi";
import { appleSecretProblem, withAppleName } from "./catalogue/apple.ts";
import { withAppSecretProof } from "./catalogue/facebook.ts";
import { createIdTokenVerifier, type VerifyIdToken } from "./id-token.ts";
import { completeProfile, type MappedProfile, type Profile } from "./profile.ts";
import type { Provider } from "./provider-config.ts";
import { ProviderError } from "./provider-error.ts";
import { normalizeTokenResponse } from "./token-response.ts";

const defaultTimeoutMs = 10_000;

export interface AuthorizationRequest {
  /** The value that the callback returns. The caller creates and verifies it. */
  readonly state: string;
  readonly redirectUri: string;
  /**
   * A random value, stored with the state and passed to {@link OAuthClient.exchange}: the PKCE verifier if
   * the provider supports PKCE, and the source of the nonce if it issues ID tokens.
   */
  readonly codeVerifier: string;
  /** The application's additional scopes, separated by commas or spaces. */
  readonly scopes?: string | undefined;
  /** The application's `queryParams`, except those that this client sets itself. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

export interface CallbackRequest {
  /** The provider's response parameters, from the query or the form. */
  readonly parameters: URLSearchParams;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

export interface ProviderSession {
  readonly profile: Profile;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** The lifetime of the access token in seconds, counted from the response. */
  readonly expiresIn: number | undefined;
}

export interface OAuthClient {
  /** Returns the URL to redirect the browser to. */
  authorizationUrl(provider: Provider, request: AuthorizationRequest): Promise<string>;
  /**
   * Exchanges the callback's code for tokens and the profile.
   *
   * @throws {ProviderError} for every failure
   */
  exchange(provider: Provider, callback: CallbackRequest): Promise<ProviderSession>;
  readonly verifyIdToken: VerifyIdToken;
}

/** Returns a random {@link AuthorizationRequest.codeVerifier}. */
export const newCodeVerifier = oauth.generateRandomCodeVerifier;

/**
 * Creates the OAuth client for all providers.
 *
 * @param options.fetch replaces `fetch`, so that requests to the sandbox need no socket
 * @param options.timeoutMs the timeout of each request
 */
export function createOAuthClient(
  options: { readonly fetch?: typeof globalThis.fetch; readonly timeoutMs?: number } = {},
): OAuthClient {
  const fetch = withTimeout(
    options.fetch ?? globalThis.fetch,
    options.timeoutMs ?? defaultTimeoutMs,
  );
  const verifyIdToken = createIdTokenVerifier(fetch, options.timeoutMs ?? defaultTimeoutMs);
  return {
    verifyIdToken,
    authorizationUrl,
    async exchange(provider, callback) {
      const error = callback.parameters.get("error");
      if (error)
        throw ProviderError.refused(error, callback.parameters.get("error_description") ?? "");
      const code = callback.parameters.get("code");
      if (!code)
        throw ProviderError.badCallback("OAuth callback with missing authorization code missing");
      const { token, idToken } = await exchangeCode(provider, callback, code, fetch).catch(
        (cause) => {
          const message = `Unable to exchange external code: ${code.slice(0, 4)}`;
          throw ProviderError.failed(message, explainExpiredSecret(provider, cause));
        },
      );
      const nonce = nonceOf(provider, callback.codeVerifier);
      const profile = await readProfile(provider, { token, idToken, nonce }, fetch, verifyIdToken)
        .then((profile) => withPostedName(provider, profile, callback.parameters))
        .catch((cause) => {
          throw ProviderError.failed("Error getting user profile from external provider", cause);
        });
      if (profile.emails.length === 0 && !provider.emailOptional)
        throw ProviderError.failed("Error getting user email from external provider");
      return {
        profile,
        accessToken: token.access_token,
        refreshToken: token.refresh_token,
        expiresIn: token.expires_in,
      };
    },
  };
}

/** Parameters that an application must not set, compared in lower case. */
const reservedParameters = new Set([
  "client_id",
  "client_secret",
  "redirect_uri",
  "response_type",
  "state",
  "code_challenge",
  "code_challenge_method",
  "code_verifier",
]);

async function authorizationUrl(
  provider: Provider,
  { state, redirectUri, codeVerifier, scopes, parameters }: AuthorizationRequest,
): Promise<string> {
  const { description } = provider;
  const url = new URL(provider.endpoints.authorization);
  const applicationScopes = (scopes ?? "").split(/[\s,]+/).filter((name) => name !== "");
  const requestedScopes = description.allowsExtraScopes ? applicationScopes : [];
  const defaultScopes = applicationScopes.length === 0 ? (description.defaultScopes ?? []) : [];
  const scope = new Set([...description.scopes, ...defaultScopes, ...requestedScopes]);
  if (scope.size > 0) url.searchParams.set("scope", [...scope].join(" "));
  for (const [name, value] of Object.entries(parameters ?? {})) {
    if (reservedParameters.has(name.toLowerCase())) continue;
    // The server's own parameter `provider` names WorkOS, so applications send WorkOS's parameter of that name as
    // `workos_provider`: https://workos.com/docs/reference/sso/authorize/get
    url.searchParams.set(name === "workos_provider" ? "provider" : name, value);
  }
  const ownParameters = {
    ...description.parameters,
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    state,
  };
  for (const [name, value] of Object.entries(ownParameters)) url.searchParams.set(name, value);
  const nonce = nonceOf(provider, codeVerifier);
  if (nonce !== undefined) url.searchParams.set("nonce", nonce);
  if (description.pkce) {
    url.searchParams.set("code_challenge", await oauth.calculatePKCECodeChallenge(codeVerifier));
    url.searchParams.set("code_challenge_method", "S256");
  }
  // Apple does not decode "+" in scopes as a space.
  url.search = url.search.replaceAll("+", "%20");
  return url.href;
}

/**
 * Derives the nonce from the code verifier, so that only one secret is stored. PKCE uses a different hash, so
 * the challenge does not reveal the nonce.
 */
function nonceOf(provider: Provider, codeVerifier: string): string | undefined {
  const { idToken, profile } = provider.description;
  if (idToken?.returnsNonce !== true || profile === "user-info" || provider.skipNonceCheck)
    return undefined;
  return createHash("sha256").update(`nonce ${codeVerifier}`).digest("base64url");
}

interface RedeemedTokens {
  readonly token: oauth.TokenEndpointResponse;
  readonly idToken: string | undefined;
}

async function exchangeCode(
  provider: Provider,
  { parameters, redirectUri, codeVerifier }: CallbackRequest,
  code: string,
  fetch: typeof globalThis.fetch,
): Promise<RedeemedTokens> {
  const { endpoints, clientSecret } = provider;
  const server: oauth.AuthorizationServer = {
    issuer: endpoints.issuer ?? new URL(endpoints.token).origin,
    token_endpoint: endpoints.token,
  };
  const client: oauth.Client = { client_id: provider.clientId };
  const authorizationResponse = new URLSearchParams({ code });
  const issuer = parameters.get("iss");
  if (endpoints.issuer !== undefined && issuer !== null) authorizationResponse.set("iss", issuer);
  const validatedResponse = oauth.validateAuthResponse(
    server,
    client,
    authorizationResponse,
    oauth.expectNoState,
  );
  const requestToken = (authentication: oauth.ClientAuth) =>
    oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      validatedResponse,
      redirectUri,
      provider.description.pkce ? codeVerifier : oauth.nopkce,
      { ...plainHttp(endpoints.token), [oauth.customFetch]: fetch },
    );
  const { authentication } = provider.description;
  const [basic, post] = [
    oauth.ClientSecretBasic(clientSecret),
    oauth.ClientSecretPost(clientSecret),
  ];
  const firstResponse = await requestToken(authentication === "post" ? post : basic);
  const shouldRetryWithPost = authentication === "basic, else post" && !firstResponse.ok;
  const { response, idToken } = await normalizeTokenResponse(
    shouldRetryWithPost ? await requestToken(post) : firstResponse,
  );
  return { token: await oauth.processAuthorizationCodeResponse(server, client, response), idToken };
}

async function readProfile(
  provider: Provider,
  { token, idToken, nonce }: RedeemedTokens & { readonly nonce: string | undefined },
  fetch: typeof globalThis.fetch,
  verifyIdToken: VerifyIdToken,
): Promise<Profile> {
  const { description, endpoints } = provider;
  let mappedProfile: MappedProfile;
  if (description.profile !== "user-info" && description.idToken && idToken !== undefined) {
    const expected = { nonce, accessToken: token.access_token };
    mappedProfile = description.idToken.map(await verifyIdToken(provider, idToken, expected));
  } else if (description.profile !== "id-token" && description.userInfo) {
    const documents: Record<string, unknown> = { token };
    for (const [name, url] of Object.entries(endpoints.documents))
      documents[name] = await fetchDocument(provider, url, token.access_token, fetch);
    mappedProfile = description.userInfo.map(documents, endpoints.profileIssuer);
  } else {
    throw new Error(`${provider.name} sent no ID token`);
  }
  const subject = mappedProfile.claims["sub"];
  if (typeof subject !== "string" || subject === "")
    throw new Error(`the profile from ${provider.name} has no sub claim`);
  return completeProfile(subject, mappedProfile);
}

async function fetchDocument(
  provider: Provider,
  url: string,
  accessToken: string,
  fetch: typeof globalThis.fetch,
): Promise<unknown> {
  const { userInfo } = provider.description;
  const headers = new Headers({
    accept: "application/json",
    // GitHub refuses requests without a user agent.
    "user-agent": "portico",
    ...userInfo?.headers?.(provider.clientId),
  });
  const target =
    userInfo?.proof === "appsecret_proof"
      ? withAppSecretProof(url, accessToken, provider.clientSecret)
      : url;
  const response = await oauth.protectedResourceRequest(
    accessToken,
    "GET",
    new URL(target),
    headers,
    undefined,
    {
      ...plainHttp(target),
      [oauth.customFetch]: (target, { body: _, ...init }) => fetch(target, init),
    },
  );
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}`);
  return response.json();
}

function withPostedName(
  provider: Provider,
  profile: Profile,
  parameters: URLSearchParams,
): Profile {
  const user = provider.name === "apple" ? parameters.get("user") : null;
  return user ? withAppleName(profile, user) : profile;
}

/** Adds an explanation to the log if Apple's client secret has expired. */
function explainExpiredSecret(provider: Provider, cause: unknown): unknown {
  if (provider.name !== "apple" || provider.sandbox) return cause;
  const problem = appleSecretProblem(provider.clientSecret);
  return problem === undefined ? cause : new Error(problem, { cause });
}

/** Allows plain HTTP for the sandbox and for a configured `http:` URL. */
function plainHttp(url: string) {
  return { [oauth.allowInsecureRequests]: new URL(url).protocol === "http:" };
}

/** Returns a `fetch` with a timeout, which also applies to in-process responses. */
function withTimeout(fetch: typeof globalThis.fetch, timeoutMs: number): typeof globalThis.fetch {
  return async (input, init) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const timeoutError = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    return Promise.race([fetch(input, { ...init, signal }), timeoutError]);
  };
}
