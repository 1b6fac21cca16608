/**
 * A page cannot resolve names. The backend resolves them to keep requests out of the server's own network; a page
 * can only reach its user's network.
 */
export const lookup = async (): Promise<readonly { readonly address: string }[]> => [];
