/** The address of a page of the site, wherever the site is served. */
export const baseOf = (page: string) => `${import.meta.env.BASE_URL.replace(/\/?$/, "/")}${page}`;
