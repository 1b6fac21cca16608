/** Returns undefined for every address: a page can only reach what its user can reach anyway. */
export const kindOfPrivateAddress = (_: string): string | undefined => undefined;

/** Returns false, because addresses have no kind here. */
export const isNeverLocal = (_: string): boolean => false;
