/** Returns the URL of a page of the site, whatever path the site is served below. */
export const pageUrl = (page: string) => `${import.meta.env.BASE_URL.replace(/\/?$/, "/")}${page}`;
