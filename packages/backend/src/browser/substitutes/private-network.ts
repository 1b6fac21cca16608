/** Returns undefined for every address: a page can reach only what its user can reach anyway. */
export const kindOfPrivateAddress = (_: string): string | undefined => undefined;

/** Returns false, because no address is private here. */
export const isNeverLocal = (_: string): boolean => false;
