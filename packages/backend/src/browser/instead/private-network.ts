/** Never restricts an address: a page can only reach what its user can reach. */
export const kindOfPrivateAddress = (_: string): string | undefined => undefined;

/** Never holds, because no address has a kind. */
export const isNeverLocal = (_: string): boolean => false;
