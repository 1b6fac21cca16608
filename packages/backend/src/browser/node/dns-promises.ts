/**
 * A page cannot ask what a name leads to. The question is asked to keep a server from its own network; a page
 * has no other network than its reader.
 */
export const lookup = async (): Promise<readonly { readonly address: string }[]> => [];
