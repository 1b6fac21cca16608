/** An error that the address brought: what the auth server answers by a redirect. */
export interface RedirectError {
  readonly code: string | undefined;
  readonly message: string;
}

/**
 * Reads the error of a redirect out of the fragment or the query: an expired link, a cancelled
 * social sign-in (https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1).
 */
export function redirectError(address: {
  hash: string;
  search: string;
}): RedirectError | undefined {
  for (const part of [address.hash, address.search]) {
    const values = new URLSearchParams(part.slice(1));
    // An application may have an `error` parameter of its own; the server's never comes alone.
    const code = values.get("error_code") ?? undefined;
    const message = values.get("error_description") || code;
    if (message) return { code, message };
  }
  return undefined;
}
