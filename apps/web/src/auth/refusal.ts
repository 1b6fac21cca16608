/**
 * What the backend said when it sent a visitor back without a session: a link that has expired, a
 * social sign-in that was cancelled. It is in the fragment, and for some errors in the query.
 */
export function refusalAt(address: string): string | undefined {
  const { hash, searchParams } = new URL(address);
  for (const part of [new URLSearchParams(hash.slice(1)), searchParams]) {
    const message = part.get("error_description");
    if (message && part.has("error")) return message;
  }
  return undefined;
}
