import type { MiddlewareHandler } from "hono";

/** A tab has no connections of other accounts. */
export const ownAccountOnly: MiddlewareHandler = (_c, next) => next();
