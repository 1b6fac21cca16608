import type { Context } from "hono";
import { DatabaseError } from "../../../database/errors.ts";
import type { AuthContext } from "../../context.ts";
import { badRequest } from "../../errors.ts";
import { limitByAddress } from "../../limits/rate-limits.ts";
import { createAuthorization } from "../../oauth-server/authorizations.ts";
import { findClient } from "../../oauth-server/clients.ts";
import { isRegistered, withQueryParameters } from "../../oauth-server/redirect-uris.ts";
import { device, uuid } from "../../request/parameters.ts";
import { defaultScope, scopeProblem } from "../../sessions/scopes.ts";

/**
 * `GET /oauth/authorize`: starts an authorization request (RFC 6749, section 4.1.1). Redirects to the site's
 * consent page with the request's id.
 *
 * If the client or the redirect URI is invalid, the browser is not redirected (section 4.1.2.1). All other
 * errors go to the redirect URI.
 */
export async function authorizeClient(context: AuthContext, c: Context): Promise<Response> {
  await limitByAddress(context, "oauth_authorizations", device(c).address);
  const query = new URL(c.req.url).searchParams;
  const parameter = (name: string) => query.get(name) ?? "";
  const redirectUri = parameter("redirect_uri");
  const clientId = await readClientId(context, parameter("client_id"), redirectUri);
  const refuse = (error: string, description: string) =>
    c.redirect(
      withQueryParameters(redirectUri, {
        error,
        error_description: description,
        state: parameter("state"),
      }),
    );

  const scope = parameter("scope") || defaultScope;
  const challengeMethod = parameter("code_challenge_method").toLowerCase();
  const challenge = parameter("code_challenge");
  const problem =
    responseTypeProblem(parameter("response_type")) ??
    scopeProblem(scope) ??
    resourceProblem(parameter("resource")) ??
    challengeProblem(challenge, challengeMethod);
  if (problem) return refuse("invalid_request", problem);

  const consentPath = context.config.auth.oauth_server.authorization_url_path;
  if (consentPath === "") return refuse("server_error", "oauth authorization path not configured");
  try {
    const id = await createAuthorization(context.database, {
      clientId,
      redirectUri,
      scope,
      state: parameter("state"),
      resource: parameter("resource"),
      nonce: parameter("nonce"),
      code_challenge: challenge,
      code_challenge_method: "s256",
    });
    return c.redirect(
      `${consentPageUrl(context.config.auth.site_url, consentPath)}?authorization_id=${id}`,
    );
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return refuse("server_error", "error creating authorization");
  }
}

/** @throws {AuthError} 400 for an unknown client or an unregistered redirect URI */
async function readClientId(
  context: AuthContext,
  id: string,
  redirectUri: string,
): Promise<string> {
  if (id === "") throw badRequest("validation_failed", "client_id is required");
  if (redirectUri === "") throw badRequest("validation_failed", "redirect_uri is required");
  if (!uuid.test(id)) throw badRequest("oauth_client_not_found", "invalid client_id format");
  const client = await findClient(context.database, id);
  if (!client) throw badRequest("oauth_client_not_found", "invalid client_id");
  if (!isRegistered(client, redirectUri)) {
    throw badRequest("validation_failed", "invalid redirect_uri");
  }
  return client.id;
}

function responseTypeProblem(type: string): string | undefined {
  return type === "" || type === "code" ? undefined : "only response_type=code is supported";
}

/**
 * Returns what is wrong with a resource, which must be an absolute URI without query and fragment (RFC 8707, section
 * 2).
 */
function resourceProblem(resource: string): string | undefined {
  if (resource === "") return undefined;
  if (/\p{Cc}/u.test(resource) || /%(?![0-9a-f]{2})/i.test(resource) || resource.startsWith(":")) {
    return "resource must be a valid URI";
  }
  if (!/^[a-z][a-z0-9+.-]*:/i.test(resource)) return "resource must be an absolute URI";
  const [, query, fragment] = resource.match(/^[^?#]*(\?[^#]+)?\??(#.+)?/s) ?? [];
  if (fragment) return "resource must not include a fragment component";
  if (query) return "resource must not include a query component";
  return undefined;
}

/** Returns what is wrong with a PKCE challenge, which every client must send (OAuth 2.1, section 7.5.1). */
function challengeProblem(challenge: string, challengeMethod: string): string | undefined {
  if (challenge === "" || challengeMethod === "") {
    return "PKCE flow requires both code_challenge and code_challenge_method";
  }
  // A plain challenge reveals the verifier to anyone who reads the request (RFC 9700, section 2.1.1).
  if (challengeMethod !== "s256") return "code_challenge_method must be 'S256'";
  const length = Buffer.byteLength(challenge);
  if (length < 43 || length > 128) return "code_challenge must be between 43 and 128 characters";
  return undefined;
}

function consentPageUrl(siteUrl: string, path: string): string {
  return `${siteUrl.replace(/\/+$/, "")}${path.startsWith("/") ? "" : "/"}${path}`;
}
