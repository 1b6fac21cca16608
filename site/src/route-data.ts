import { defineRouteMiddleware } from "@astrojs/starlight/route-data";

/**
 * Adds the sidebar to the front page and the playground. Phones show it as the menu; on wider screens, `site.css` hides
 * it.
 */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  locals.starlightRoute.hasSidebar = true;
});
