/** An error that the auth server added to the address it redirected to. */
export interface RedirectError {
  readonly code: string | null;
  readonly message: string;
}

/**
 * Returns the error in an address, such as an expired link or a cancelled social sign-in
 * (https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1). The server puts it into the fragment, and some errors into
 * the query.
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
  // An error of the provider is passed on unchanged, without a code of the auth server.
  const code = values.get("error_code") ?? (description && values.get("error"));
  const message = description || code;
  return message ? { code, message } : undefined;
}
