/** The error that the auth server put into the address to which it redirected. */
export interface RedirectError {
  readonly code: string | null;
  readonly message: string;
}

/**
 * The error that an address brings: an expired link, a cancelled social sign-in
 * (https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1). It is in the fragment, and for some errors
 * in the query.
 */
export function redirectError({
  hash,
  search,
}: Pick<URL, "hash" | "search">): RedirectError | undefined {
  return errorIn(hash) ?? errorIn(search);
}

/** The error in a part of an address: its fragment, or its query. */
export function errorIn(part: string): RedirectError | undefined {
  const values = new URLSearchParams(part.slice(1));
  // An application may have an `error` parameter of its own; the server's never comes alone.
  const described = values.get("error_description");
  // A provider's refusal is passed on as it came, with no code of the server.
  const code = values.get("error_code") ?? (described && values.get("error"));
  const message = described || code;
  return message ? { code, message } : undefined;
}
