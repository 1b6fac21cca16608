import { record } from "./json.ts";

/**
 * Brings a token response to the form that RFC 6749, section 5.1 prescribes, which several providers
 * miss: LinkedIn, Figma and Slack's first generation leave out `token_type`, Twitch writes `scope` as a
 * list, GitHub reports an error with status 200. The ID token is taken out, since it is verified on its
 * own ({@link verifyIdToken}), and only if the provider's is read.
 */
export async function conformTokenResponse(
  response: Response,
): Promise<{ response: Response; idToken: string | undefined }> {
  const body: unknown = response.headers.get("content-type")?.includes("json")
    ? await response.json().catch(() => undefined)
    : Object.fromEntries(new URLSearchParams(await response.text()));
  const { id_token: idToken, ...token } = record(body);
  const failed = response.ok && typeof token["error"] === "string";
  if (response.ok && !failed) token["token_type"] ??= "bearer";
  if (Array.isArray(token["scope"])) token["scope"] = token["scope"].join(" ");
  // Some providers write null, or nothing, for values that they do not grant.
  for (const name of ["scope", "refresh_token", "expires_in"]) {
    if (token[name] === null || token[name] === "") delete token[name];
  }
  return {
    response: Response.json(token, { status: failed ? 400 : response.status }),
    idToken: typeof idToken === "string" ? idToken : undefined,
  };
}
