import type { AuthContext } from "../context.ts";
import { OAuthTokenRefusal } from "../errors.ts";
import { uuid } from "../request/parameters.ts";
import { type AuthenticationMethod, findClient, type OAuthClient } from "./clients.ts";
import { isSecret } from "./secrets.ts";

/** An application's credentials at the token endpoint (RFC 6749, section 2.3.1). */
interface Credentials {
  readonly id: string;
  readonly secret: string;
  readonly method: AuthenticationMethod;
}

/**
 * Authenticates the client, which must use the method that it is registered for.
 *
 * @param authorization the header
 * @throws {OAuthTokenRefusal} 400 for an unknown client, missing or wrong credentials, or another method
 */
export async function authenticateClient(
  context: AuthContext,
  authorization: string | undefined,
  params: { readonly client_id: string; readonly client_secret: string },
): Promise<OAuthClient> {
  const { id, secret, method } = readBasicCredentials(authorization) ?? readPostCredentials(params);
  if (!uuid.test(id)) throw invalidClient("Invalid client_id format");
  const client = await findClient(context.database, id);
  if (!client) throw invalidClient("Invalid client credentials");
  const registeredMethod = client.token_endpoint_auth_method;
  if (method !== registeredMethod) {
    throw invalidClient(
      `invalid authentication method: client is registered for '${registeredMethod}' but '${method}' was used`,
    );
  }
  if (client.client_type === "public") return client;
  if (secret === "") throw invalidClient("confidential clients must provide client_secret");
  if (!isSecret(secret, client.client_secret_hash))
    throw invalidClient("invalid client credentials");
  return client;
}

function readBasicCredentials(header: string | undefined): Credentials | undefined {
  const [, encodedCredentials] = header?.match(/^Basic (.*)$/i) ?? [];
  if (encodedCredentials === undefined) return undefined;
  if (!/^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(encodedCredentials)) {
    throw invalidRequest("invalid basic auth encoding");
  }
  const [, id, secret] =
    Buffer.from(encodedCredentials, "base64")
      .toString()
      .match(/^([^:]*):(.*)$/s) ?? [];
  if (id === undefined || secret === undefined) throw invalidRequest("invalid basic auth format");
  return { id: formDecode(id), secret: formDecode(secret), method: "client_secret_basic" };
}

/**
 * Decodes the form encoding of the client id or secret (RFC 6749, section 2.3.1). The reference does not
 * decode it, and so refuses libraries that escape the hyphens of an id. Text without escapes stays unchanged.
 */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function readPostCredentials(params: { client_id: string; client_secret: string }): Credentials {
  const { client_id: id, client_secret: secret } = params;
  if (id === "") throw invalidRequest("client_id is required");
  return { id, secret, method: secret === "" ? "none" : "client_secret_post" };
}

const invalidRequest = (reason: string) => invalidClient(`Invalid client credentials: ${reason}`);
const invalidClient = (message: string) =>
  new OAuthTokenRefusal("invalid_client", "invalid_credentials", message);
