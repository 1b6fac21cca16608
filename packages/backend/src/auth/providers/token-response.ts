import { recordAt } from "./json.ts";

/**
 * Converts a token response to the format of RFC 6749, section 5.1, from which several providers deviate: LinkedIn,
 * Figma and legacy Slack omit `token_type`, Twitch sends `scope` as a list, GitHub reports errors with status 200.
 * Removes the ID token, because it is verified separately, and only if the provider's profile comes from it.
 */
export async function normalizeTokenResponse(
  response: Response,
): Promise<{ response: Response; idToken: string | undefined }> {
  const body: unknown = response.headers.get("content-type")?.includes("json")
    ? await response.json().catch(() => undefined)
    : Object.fromEntries(new URLSearchParams(await response.text()));
  const { id_token: idToken, ...token } = recordAt(body);
  const isError = response.ok && typeof token["error"] === "string";
  if (response.ok && !isError) token["token_type"] ??= "bearer";
  if (Array.isArray(token["scope"])) token["scope"] = token["scope"].join(" ");
  // Some providers send null or an empty value for a member that does not apply.
  for (const name of ["scope", "refresh_token", "expires_in"]) {
    if (token[name] === null || token[name] === "") delete token[name];
  }
  return {
    response: Response.json(token, { status: isError ? 400 : response.status }),
    idToken: typeof idToken === "string" ? idToken : undefined,
  };
}
