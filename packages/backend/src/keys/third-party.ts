import { createRemoteJWKSet, customFetch, decodeJwt, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { AuthConfig } from "../config/sections/schema.ts";
import { type AccessTokens, clockTolerance, InvalidToken, translate } from "./access-token.ts";

/** Requests another service's public documents. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The timeout for that service's answer, in milliseconds. */
const timeout = 10_000;

/**
 * The tokens of the data wire where `[auth.third_party.*]` lets another service sign users in. Tokens that
 * name it as their issuer are verified by the keys that it publishes (OpenID Connect Discovery 1.0), all
 * others by the project's keys. The auth wire knows only users of its own.
 */
export function withThirdParty(
  tokens: AccessTokens,
  config: AuthConfig["third_party"],
  fetch: Fetch = globalThis.fetch,
): AccessTokens {
  const issuer = issuerOf(config);
  if (issuer === undefined) return tokens;
  let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;
  const publishedKeys = () => {
    keys ??= discoverKeys(issuer, fetch).catch((error: unknown) => {
      keys = undefined;
      throw new InvalidToken("unknown key", `the keys of ${issuer} cannot be had`, {
        cause: error,
      });
    });
    return keys;
  };
  return {
    sign: tokens.sign,
    verify: async (token) => {
      if (withoutSlash(claimedIssuer(token)) !== issuer) return tokens.verify(token);
      const published = await publishedKeys();
      try {
        const { payload } = await jwtVerify(token, published, {
          // Only the service could verify a signature by a shared secret.
          algorithms: ["RS256", "ES256", "PS256", "EdDSA"],
          clockTolerance,
        });
        return payload;
      } catch (error) {
        throw translate(error);
      }
    },
  };
}

const discovery = z.looseObject({ jwks_uri: z.url() });

async function discoverKeys(issuer: string, fetch: Fetch) {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: "error",
    signal: AbortSignal.timeout(timeout),
  });
  const { jwks_uri: uri } = discovery.parse(await answer.json());
  return createRemoteJWKSet(new URL(uri), { timeoutDuration: timeout, [customFetch]: fetch });
}

/** Source: the Supabase CLI, `apps/cli-go/pkg/config/config.go`. */
function issuerOf(config: AuthConfig["third_party"]): string | undefined {
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

/** The issuer that a token claims, before the token is verified. */
function claimedIssuer(token: string): string | undefined {
  let claims: JWTPayload;
  try {
    claims = decodeJwt(token);
  } catch {
    // The verification reports the error.
    return undefined;
  }
  return typeof claims.iss === "string" ? claims.iss : undefined;
}

/** Auth0's issuer ends in a slash, which its discovery address lacks. */
function withoutSlash(url: string): string;
function withoutSlash(url: string | undefined): string | undefined;
function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, "");
}
