import type { DeskContext } from "./context.ts";
import { cannotRepeat } from "./errors.ts";
import type { FoundRequest } from "./find-request.ts";
import { signedCredentials } from "./wire-credentials.ts";

const maxAnswerCharacters = 20_000;
const timeoutMs = 30_000;

/** The answer to a repeated request. */
export interface RepeatedAnswer {
  readonly status: number;
  readonly contentType: string | null;
  /** The beginning of the answer's body. */
  readonly body: string;
  readonly isCut: boolean;
}

/**
 * Sends a request again. Its caller gets a new token with the same claims, but only if the project has signed the
 * original token: otherwise a forged token would become a valid one.
 *
 * @throws {DeskError} if a part of the request or its token is missing
 */
export async function repeatRequest(
  context: Pick<DeskContext, "dispatch" | "issuer" | "keys" | "tokens">,
  origin: string,
  { request, claims }: FoundRequest,
): Promise<RepeatedAnswer> {
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
  const answer = await context.dispatch(
    new Request(`${origin}${request.path}`, {
      method: request.method,
      headers,
      ...(request.body !== null && { body: request.body }),
      signal: AbortSignal.timeout(timeoutMs),
    }),
  );
  const { text, isCut } = await beginningOf(answer);
  return {
    status: answer.status,
    contentType: answer.headers.get("content-type"),
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
    await signedCredentials(
      { keys, tokens },
      { ...claims, ...("iss" in claims && { iss: issuer }) },
    ),
  );
}

async function beginningOf({ body }: Response) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop cancels the remainder of the body.
    if (text.length > maxAnswerCharacters) break;
  }
  return { text: text.slice(0, maxAnswerCharacters), isCut: text.length > maxAnswerCharacters };
}
