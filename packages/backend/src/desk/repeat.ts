import type { DeskContext } from "./context.ts";
import { cannotRepeat } from "./errors.ts";
import type { FoundRequest } from "./find-request.ts";
import { signWireCredentials } from "./wire-credentials.ts";

const maxBodyCharacters = 20_000;
const timeoutMs = 30_000;

/** The response to a repeated request. */
export interface RepeatedResponse {
  readonly status: number;
  readonly contentType: string | null;
  /** The beginning of the body. */
  readonly body: string;
  readonly isCut: boolean;
}

/**
 * Sends a request again, with a new token that has the same claims. This requires that the project has signed the
 * original token, because otherwise a forged token would become valid.
 * @throws {DeskError} if a part of the request was not kept, or the project has not signed its token
 */
export async function repeatRequest(
  context: Pick<DeskContext, "dispatch" | "issuer" | "keys" | "tokens">,
  origin: string,
  { request, claims }: FoundRequest,
): Promise<RepeatedResponse> {
  if (request.wire === "realtime") throw cannotRepeat("A connection cannot be repeated.");
  if (!request.isComplete) {
    throw cannotRepeat(
      "This request had a secret, or a body that is long or not JSON. The server has not kept it.",
    );
  }
  const headers = new Headers(
    request.headers.map(([name, value]): [string, string] => [name, value]),
  );
  for (const [name, value] of await credentialsOf(context, request, claims))
    headers.set(name, value);
  headers.set("host", new URL(origin).host);
  const response = await context.dispatch(
    new Request(`${origin}${request.path}`, {
      method: request.method,
      headers,
      ...(request.body !== null && { body: request.body }),
      signal: AbortSignal.timeout(timeoutMs),
    }),
  );
  const { text, isCut } = await readBeginning(response);
  return {
    status: response.status,
    contentType: response.headers.get("content-type"),
    body: text,
    isCut,
  };
}

async function credentialsOf(
  { issuer, keys, tokens }: Pick<DeskContext, "issuer" | "keys" | "tokens">,
  { caller }: FoundRequest["request"],
  claims: FoundRequest["claims"],
): Promise<readonly (readonly [string, string])[]> {
  if (caller.token === "none") return [];
  const key = caller.role === "service_role" ? keys.secret : keys.publishable;
  if (caller.user === null && claims === null && caller.token === "valid") {
    return [
      ["apikey", key],
      ["authorization", `Bearer ${key}`],
    ];
  }
  if (claims === null) {
    throw cannotRepeat(
      "This project has not signed the token of this request, so it is not repeated.",
    );
  }
  return Object.entries(
    await signWireCredentials(
      { keys, tokens },
      { ...claims, ...("iss" in claims && { iss: issuer }) },
    ),
  );
}

async function readBeginning({ body }: Response) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop also cancels the remainder of the body.
    if (text.length > maxBodyCharacters) break;
  }
  return { text: text.slice(0, maxBodyCharacters), isCut: text.length > maxBodyCharacters };
}
