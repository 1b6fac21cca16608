import { createHash, timingSafeEqual } from "node:crypto";
import type { ProviderDescription } from "../description.ts";
import { type ProviderName, providers } from "../providers.ts";
import { sandboxClient } from "./client.ts";
import type { ConsumeCode } from "./codes.ts";
import type { Failure } from "./failures.ts";
import { type Account, accountOf } from "./people.ts";
import type { SandboxResponses } from "./responses.ts";
import { accessTokenLifetimeSeconds, type Bearer, type SandboxTokens } from "./tokens.ts";

export interface TokenEndpoint {
  readonly name: ProviderName;
  readonly provider: ProviderDescription;
  readonly origin: string;
  readonly tokens: SandboxTokens;
  readonly consumeCode: ConsumeCode;
}

/** An error of RFC 6749, section 5.2. */
class TokenRefusal extends Error {
  readonly error: "invalid_request" | "invalid_client" | "invalid_grant" | "unsupported_grant_type";
  constructor(error: TokenRefusal["error"], message: string) {
    super(message);
    this.error = error;
  }
}

/** Answers a token request. */
export async function tokenResponse(
  endpoint: TokenEndpoint,
  form: URLSearchParams,
  authorization: string | undefined,
): Promise<Response> {
  try {
    authenticate(endpoint.provider, form, authorization);
    return Response.json(await exchangeCode(endpoint, form), {
      headers: { "cache-control": "no-store" },
    });
  } catch (error) {
    if (!(error instanceof TokenRefusal)) throw error;
    return Response.json(
      { error: error.error, error_description: error.message },
      // GitHub sends errors with status 200.
      { status: endpoint.name === "github" ? 200 : error.error === "invalid_client" ? 401 : 400 },
    );
  }
}

/** Checks the client's secret, which must be sent as the provider documents. */
function authenticate(
  provider: ProviderDescription,
  form: URLSearchParams,
  authorization: string | undefined,
) {
  const [id, secret] =
    provider.authentication === "basic"
      ? basicCredentials(authorization ?? "")
      : [form.get("client_id"), form.get("client_secret")];
  if (id !== sandboxClient.clientId || secret !== sandboxClient.clientSecret)
    throw new TokenRefusal(
      "invalid_client",
      `The client must authenticate by ${provider.authentication}.`,
    );
}

/** Returns the client id and secret, which are form-encoded inside the header (RFC 6749, section 2.3.1). */
function basicCredentials(authorization: string): (string | null)[] {
  const decoded = Buffer.from(authorization.replace(/^Basic /, ""), "base64").toString();
  return decoded.split(":").map((part) => new URLSearchParams(`half=${part}`).get("half"));
}

async function exchangeCode(endpoint: TokenEndpoint, form: URLSearchParams) {
  const { name, tokens, consumeCode, origin } = endpoint;
  if (form.get("grant_type") !== "authorization_code")
    throw new TokenRefusal("unsupported_grant_type", "The grant type must be authorization_code.");
  const grant = await tokens.readCode(form.get("code") ?? "").catch(() => {
    throw new TokenRefusal("invalid_grant", "The code is invalid or has expired.");
  });
  if (grant.provider !== name)
    throw new TokenRefusal("invalid_grant", "The code was issued by another provider.");
  if (grant.redirectUri !== form.get("redirect_uri"))
    throw new TokenRefusal(
      "invalid_grant",
      "The redirect URI does not match the authorization request.",
    );
  if (
    grant.codeChallenge !== undefined &&
    !matchesChallenge(form.get("code_verifier"), grant.codeChallenge)
  )
    throw new TokenRefusal("invalid_grant", "The code verifier does not match the challenge.");
  if (!(await consumeCode(grant.id, grant.expiresAt)))
    throw new TokenRefusal("invalid_grant", "The code has already been used.");

  const account = accountWithFailure(grant, origin);
  const sandboxResponses: SandboxResponses = providers[name].sandboxResponses;
  const issuer = `${origin}/sandbox/${name}`;
  const accessToken = await tokens.issueAccessToken(grant);
  const response = {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: accessTokenLifetimeSeconds,
    refresh_token: `sandbox-${grant.id}`,
    scope: grant.scope,
    ...(sandboxResponses.idToken === undefined
      ? {}
      : {
          id_token: await tokens.issueIdToken(sandboxResponses.idToken(account), {
            ...grant,
            issuer,
            accessToken,
          }),
        }),
  };
  return sandboxResponses.token?.(response, account) ?? response;
}

/** Returns whether the verifier matches the challenge (RFC 7636, section 4.6). */
function matchesChallenge(verifier: string | null, challenge: string): boolean {
  const computedChallenge = createHash("sha256")
    .update(verifier ?? "")
    .digest();
  const expectedChallenge = Buffer.from(challenge, "base64url");
  return (
    computedChallenge.length === expectedChallenge.length &&
    timingSafeEqual(computedChallenge, expectedChallenge)
  );
}

/** Returns the account, changed by the chosen failure. */
export function accountWithFailure({ person, provider, failure }: Bearer, origin: string): Account {
  const account = accountOf(person, provider, origin);
  const changes: Partial<Record<Failure, Partial<Account>>> = {
    unverified_email: { verified: false },
    no_email: { email: "" },
  };
  return { ...account, ...changes[failure] };
}
