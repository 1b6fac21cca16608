/** A page has no network of its own to keep callers from: it reaches what its reader reaches. */
export const kindOfPrivateAddress = (_: string): string | undefined => undefined;
