import { defineRouteMiddleware } from "@astrojs/starlight/route-data";

/**
 * Adds the sidebar to the front page and the playground, where it is the menu on phones. `site.css` hides it elsewhere.
 */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  locals.starlightRoute.hasSidebar = true;
});
