/** Returns a page's URL, whatever path the site is served under. */
export const pageUrl = (page: string) => `${import.meta.env.BASE_URL.replace(/\/?$/, "/")}${page}`;
