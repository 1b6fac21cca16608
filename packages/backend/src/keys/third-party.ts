import { createRemoteJWKSet, customFetch, decodeJwt, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { AuthConfig } from "../config/sections/schema.ts";
import {
  type AccessTokens,
  clockToleranceSeconds,
  InvalidToken,
  toInvalidToken,
} from "./access-token.ts";

/** Requests another service's public documents. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How long the service may take to respond. */
const timeoutMs = 10_000;

/**
 * Extends the project's tokens to accept those of the service in `[auth.third_party.*]`. Tokens with that service's
 * issuer are verified with its published keys (OpenID Connect Discovery 1.0), all others with the project's keys. The
 * auth wire does not use this, because it has no rows for the service's users.
 */
export function withThirdParty(
  tokens: AccessTokens,
  config: AuthConfig["third_party"],
  fetch: Fetch = globalThis.fetch,
): AccessTokens {
  const issuer = configuredIssuer(config);
  if (issuer === undefined) return tokens;
  let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;
  const loadPublishedKeys = () => {
    keys ??= discoverKeys(issuer, fetch).catch((error: unknown) => {
      keys = undefined;
      throw new InvalidToken("unknown key", `the keys of ${issuer} could not be loaded`, {
        cause: error,
      });
    });
    return keys;
  };
  return {
    sign: tokens.sign,
    verify: async (token) => {
      if (withoutSlash(claimedIssuer(token)) !== issuer) return tokens.verify(token);
      const publishedKeySet = await loadPublishedKeys();
      try {
        const { payload } = await jwtVerify(token, publishedKeySet, {
          // HS256 is missing, because only the service itself could verify a signature with a shared secret.
          algorithms: ["RS256", "ES256", "PS256", "EdDSA"],
          clockTolerance: clockToleranceSeconds,
        });
        return payload;
      } catch (error) {
        throw toInvalidToken(error);
      }
    },
  };
}

const discoveryDocument = z.looseObject({ jwks_uri: z.url() });

async function discoverKeys(issuer: string, fetch: Fetch) {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { jwks_uri: uri } = discoveryDocument.parse(await response.json());
  return createRemoteJWKSet(new URL(uri), { timeoutDuration: timeoutMs, [customFetch]: fetch });
}

/** Source: the Supabase CLI, `apps/cli-go/pkg/config/config.go`. */
function configuredIssuer(config: AuthConfig["third_party"]): string | undefined {
  const { firebase, auth0, aws_cognito: cognito, clerk, workos } = config;
  if (firebase.enabled) return `https://securetoken.google.com/${firebase.project_id}`;
  if (auth0.enabled) {
    return `https://${[auth0.tenant, auth0.tenant_region].filter(Boolean).join(".")}.auth0.com`;
  }
  if (cognito.enabled) {
    return `https://cognito-idp.${cognito.user_pool_region}.amazonaws.com/${cognito.user_pool_id}`;
  }
  if (clerk.enabled) return `https://${clerk.domain}`;
  return workos.enabled ? withoutSlash(workos.issuer_url) : undefined;
}

/** Returns the issuer claim of an unverified token. */
function claimedIssuer(token: string): string | undefined {
  let claims: JWTPayload;
  try {
    claims = decodeJwt(token);
  } catch {
    // Ignore the error, because the verification will report it.
    return undefined;
  }
  return typeof claims.iss === "string" ? claims.iss : undefined;
}

/** Removes trailing slashes. Auth0's issuer has one, but the discovery URL must not have two. */
function withoutSlash(url: string): string;
function withoutSlash(url: string | undefined): string | undefined;
function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, "");
}
