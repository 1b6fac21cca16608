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
  const { id, secret, method } = readBasic(authorization) ?? readPosted(params);
  if (!uuid.test(id)) throw refused("Invalid client_id format");
  const client = await findClient(context.database, id);
  if (!client) throw refused("Invalid client credentials");
  const registered = client.token_endpoint_auth_method;
  if (method !== registered) {
    throw refused(
      `invalid authentication method: client is registered for '${registered}' but '${method}' was used`,
    );
  }
  if (client.client_type === "public") return client;
  if (secret === "") throw refused("confidential clients must provide client_secret");
  if (!isSecret(secret, client.client_secret_hash)) throw refused("invalid client credentials");
  return client;
}

function readBasic(header: string | undefined): Credentials | undefined {
  const [, encoded] = header?.match(/^Basic (.*)$/i) ?? [];
  if (encoded === undefined) return undefined;
  if (!/^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(encoded)) {
    throw invalid("invalid basic auth encoding");
  }
  const [, id, secret] =
    Buffer.from(encoded, "base64")
      .toString()
      .match(/^([^:]*):(.*)$/s) ?? [];
  if (id === undefined || secret === undefined) throw invalid("invalid basic auth format");
  return { id: unescaped(id), secret: unescaped(secret), method: "client_secret_basic" };
}

/**
 * Decodes the form encoding of the client id or secret (RFC 6749, section 2.3.1). The reference does not
 * decode it, and so refuses libraries that escape the hyphens of an id. Text without escapes stays unchanged.
 */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function readPosted(params: { client_id: string; client_secret: string }): Credentials {
  const { client_id: id, client_secret: secret } = params;
  if (id === "") throw invalid("client_id is required");
  return { id, secret, method: secret === "" ? "none" : "client_secret_post" };
}

const invalid = (reason: string) => refused(`Invalid client credentials: ${reason}`);
const refused = (message: string) =>
  new OAuthTokenRefusal("invalid_client", "invalid_credentials", message);
