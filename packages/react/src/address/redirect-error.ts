/** An error that the address brought: what the auth server answers by a redirect. */
export interface RedirectError {
  readonly code: string | null;
  readonly message: string;
}

/**
 * Reads the error of a redirect: an expired link, a cancelled social sign-in
 * (https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1).
 *
 * @param part the query of an address, or its fragment
 */
export function redirectError(part: string): RedirectError | undefined {
  const values = new URLSearchParams(part.slice(1));
  // An application may have an `error` parameter of its own; the server's never comes alone.
  const described = values.get("error_description");
  // A provider's refusal is passed on as it came, with no code of the server.
  const code = values.get("error_code") ?? (described && values.get("error"));
  const message = described || code;
  return message ? { code, message } : undefined;
}
