/**
 * Returns no addresses, because a page cannot resolve names. The backend resolves names to protect the server's own
 * network; a page can reach only the network of its user.
 */
export const lookup = async (): Promise<readonly { readonly address: string }[]> => [];
