import { createHash } from "node:crypto";
import type { Context } from "hono";
import { decodeJwt } from "jose";
import { z } from "zod";
import type { AuthContext } from "../context.ts";
import { findCustomProvider } from "../custom-providers/custom-providers.ts";
import { toProvider } from "../custom-providers/provider.ts";
import { badRequest, OAuthError } from "../errors.ts";
import { requireManualLinking } from "../guards/features.ts";
import { requireFullAssurance, requireRecentSession } from "../guards/second-factor.ts";
import { requireCaller } from "../identify-caller.ts";
import type { LinkingTarget } from "../provider-sign-in/flows.ts";
import { linkProfile, notifyIdentityLinked } from "../provider-sign-in/link.ts";
import {
  callHookForNewUser,
  refuseUnverified,
  runSignInTransaction,
  signInWithProfile,
} from "../provider-sign-in/sign-in.ts";
import { configuredProvider, oauthClient } from "../providers/configured-providers.ts";
import type { IdToken } from "../providers/description.ts";
import { InvalidIdToken } from "../providers/id-token.ts";
import type { IdTokenClaims } from "../providers/id-token-claims.ts";
import { completeProfile } from "../providers/profile.ts";
import type { Provider } from "../providers/provider-config.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { providers } from "../providers/providers.ts";
import { device, readParams, redirectCandidates, text } from "../request/parameters.ts";
import { redirectTarget } from "../request/redirects.ts";
import { openSession } from "../sessions/open-session.ts";
import { continueSession } from "../sessions/refresh-token-rotation.ts";
import { tokenResponse } from "../sessions/token-response.ts";

const paramsSchema = z.object({
  id_token: text(),
  access_token: text(),
  nonce: text(),
  provider: text(),
  client_id: text(),
  issuer: text(),
  link_identity: z.boolean().nullish(),
});
type Params = z.output<typeof paramsSchema>;

/** The providers whose ID tokens are accepted, in the order in which Supabase Auth matches them. */
const issuingProviders = ["apple", "google", "azure", "facebook", "keycloak", "kakao"] as const;
type IssuingProvider = (typeof issuingProviders)[number];

const invalidRequest = (description: string, cause?: unknown) =>
  new OAuthError("invalid request", description, { cause });

/**
 * `POST /token?grant_type=id_token`: exchanges a provider's ID token for a session (supabase/auth,
 * `internal/api/token_oidc.go`).
 */
export async function signInWithIdToken(context: AuthContext, c: Context): Promise<Response> {
  const params = await readParams(c, paramsSchema);
  if (params.id_token === "") throw invalidRequest("id_token required");
  if (params.provider === "" && (params.client_id === "" || params.issuer === "")) {
    throw invalidRequest("provider or client_id and issuer required");
  }
  const linkTarget = params.link_identity ? await readLinkingTarget(context, c) : undefined;
  const { provider, idToken } = await findIssuer(context, params);
  const claims = await verifyTokenClaims(context, provider, params);
  verifyNonce(provider, claims, params.nonce);

  const signIn = {
    provider,
    profile: completeProfile(String(claims["sub"]), idToken.map(claims)),
    redirectTo: redirectTarget(context.config, ...redirectCandidates(c)),
    address: device(c).address,
  };
  if (!linkTarget) await callHookForNewUser(context, signIn);
  const outcome = await runSignInTransaction(context, async (connection) => {
    const result = linkTarget
      ? await linkProfile(context, connection, signIn, linkTarget)
      : await signInWithProfile(context, connection, signIn);
    if (result.kind === "unverified") return result;
    const { user } = result;
    const sessionId = linkTarget?.sessionId;
    const grant = sessionId
      ? await continueSession(context, connection, { user, sessionId }, device(c))
      : await openSession(context, connection, { user, method: "oauth", device: device(c) });
    return { kind: "session" as const, grant };
  });
  if (linkTarget) await notifyIdentityLinked(context, linkTarget.userId, provider);
  if (outcome.kind === "unverified") return refuseUnverified(context, outcome);
  return c.json(await tokenResponse(context, outcome.grant));
}

/** Returns the signed-in user to link the provider's account to. */
async function readLinkingTarget(context: AuthContext, c: Context): Promise<LinkingTarget> {
  if (!c.req.header("authorization")) {
    throw invalidRequest("Linking requires a valid user access token in Authorization");
  }
  // Supabase Auth documents this requirement, but does not check it.
  requireManualLinking(context);
  const caller = await requireCaller(context, c);
  await requireFullAssurance(context, caller, "link or unlink identities");
  requireRecentSession(context, caller);
  return { userId: caller.user.id, sessionId: caller.session?.id };
}

interface Issuer {
  readonly provider: Provider;
  readonly idToken: IdToken;
}

/** Finds the provider that the request names. */
async function findIssuer(context: AuthContext, params: Params): Promise<Issuer> {
  const name = issuingProviders.find(
    (candidate) => candidate === params.provider || isIssuerOf(context, candidate, params.issuer),
  );
  if (name === undefined) {
    if (params.provider.startsWith("custom:")) return findCustomIssuer(context, params.provider);
    throw badRequest("validation_failed", `Custom OIDC provider "${params.provider}" not allowed`);
  }
  const issuer =
    name === "apple" || name === "azure" ? readUnverifiedIssuer(context, name, params) : undefined;
  const provider = enabledProvider(context, name);
  const { idToken }: { idToken: IdToken } = providers[name];
  if (provider) return { provider, idToken };
  const issuerName = issuer ?? idToken.issuer ?? context.config.auth.external[name]?.url ?? "";
  throw badRequest("provider_disabled", `Provider (issuer "${issuerName}") is not enabled`);
}

/** Finds a custom provider. */
async function findCustomIssuer(context: AuthContext, name: string): Promise<Issuer> {
  const custom = await findCustomProvider(context.database, name);
  if (!custom) throw badRequest("validation_failed", `Custom provider "${name}" not found`);
  if (!custom.enabled) {
    throw badRequest("provider_disabled", `Custom provider "${name}" is disabled`);
  }
  const provider = await toProvider(context, custom);
  const { idToken } = provider.description;
  if (idToken) return { provider, idToken };
  throw badRequest("validation_failed", `Provider "${name}" is not an OIDC provider`);
}

function enabledProvider(context: AuthContext, name: IssuingProvider): Provider | undefined {
  try {
    return configuredProvider(context, name, { needsSecret: false });
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

/** Returns whether an issuer belongs to a provider. The provider need not be enabled. */
function isIssuerOf(context: AuthContext, name: IssuingProvider, issuer: string): boolean {
  const provider = enabledProvider(context, name);
  if (provider) return provider.endpoints.keysUrl(issuer) !== undefined;
  const { idToken }: { idToken: IdToken } = providers[name];
  return idToken.keysUrl(issuer, context.config.auth.external[name]?.url) !== undefined;
}

/** Returns the unverified issuer in a token, for providers with several issuers. */
function readUnverifiedIssuer(
  context: AuthContext,
  name: "apple" | "azure",
  params: Params,
): string {
  const { title } = providers[name];
  let issuer: string;
  try {
    issuer = decodeJwt(params.id_token).iss ?? "";
  } catch {
    const message = `Unable to detect issuer in ID token for ${title} provider`;
    throw badRequest("validation_failed", message);
  }
  if (!isIssuerOf(context, name, issuer)) {
    const message = `Detected ID token issuer is not an ${title} ID token issuer`;
    throw badRequest("validation_failed", message);
  }
  if (params.issuer !== "" && params.issuer !== issuer) {
    throw badRequest("validation_failed", "Provided issuer does not match ID token issuer");
  }
  return issuer;
}

/** Verifies that the provider issued the token for this project, and returns its claims. */
async function verifyTokenClaims(
  context: AuthContext,
  provider: Provider,
  params: Params,
): Promise<IdTokenClaims> {
  try {
    const expected = { accessToken: params.access_token };
    return await oauthClient(context).verifyIdToken(provider, params.id_token, expected);
  } catch (error) {
    if (!(error instanceof InvalidIdToken)) throw error;
    if (error.claim === "sub") throw invalidRequest("Missing sub claim in id_token", error);
    if (error.claim === "aud") {
      const audiences = [decodeJwt(params.id_token).aud ?? []].flat();
      throw invalidRequest(`Unacceptable audience in id_token: [${audiences.join(" ")}]`, error);
    }
    throw invalidRequest("Bad ID token", error);
  }
}

/**
 * Verifies the nonce. The application sent the nonce's hash to the provider, so a stolen token is useless without the
 * nonce. Supabase Auth does not check the nonce of Facebook's tokens.
 */
function verifyNonce(provider: Provider, claims: IdTokenClaims, nonce: string): void {
  if (provider.skipNonceCheck || provider.name === "facebook") return;
  const tokenNonce = typeof claims["nonce"] === "string" ? claims["nonce"] : "";
  if ((tokenNonce === "") !== (nonce === "")) {
    throw invalidRequest("Passed nonce and nonce in id_token should either both exist or not.");
  }
  if (tokenNonce !== "" && createHash("sha256").update(nonce).digest("hex") !== tokenNonce) {
    throw new OAuthError("invalid nonce", "Nonces mismatch");
  }
}
