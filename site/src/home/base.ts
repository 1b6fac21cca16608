/** Returns the URL of a page of the site, whatever path the site is served below. */
export const baseOf = (page: string) => `${import.meta.env.BASE_URL.replace(/\/?$/, "/")}${page}`;
