/** An error in an address to which the auth server redirected. */
export interface RedirectError {
  readonly code: string | null;
  readonly message: string;
}

/**
 * Returns the error in an address, for example after an expired link or a cancelled social sign-in
 * (https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1). The server puts most errors into the fragment, and some
 * into the query.
 */
export function redirectError({
  hash,
  search,
}: Pick<URL, "hash" | "search">): RedirectError | undefined {
  return errorIn(hash) ?? errorIn(search);
}

/** Returns the error in a fragment or a query. */
export function errorIn(part: string): RedirectError | undefined {
  const values = new URLSearchParams(part.slice(1));
  // An application may have its own `error` parameter; the server always adds a description.
  const description = values.get("error_description");
  // The server passes a provider's error on unchanged, without an `error_code`.
  const code = values.get("error_code") ?? (description && values.get("error"));
  const message = description || code;
  return message ? { code, message } : undefined;
}
