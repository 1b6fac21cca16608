import { defineRouteMiddleware } from "@astrojs/starlight/route-data";

/**
 * Gives the front page and the playground the sidebar, which is the menu on phones. `site.css` hides it elsewhere.
 */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  locals.starlightRoute.hasSidebar = true;
});
