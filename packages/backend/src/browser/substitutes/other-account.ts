import type { MiddlewareHandler } from "hono";

/** Accepts every request, because a tab has no connections from other accounts. */
export const ownAccountOnly: MiddlewareHandler = (_c, next) => next();
