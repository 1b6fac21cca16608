import type { MiddlewareHandler } from "hono";

// Responses do not leave the tab, so compression has no benefit.

export const isLong = () => false;
export const compress = async (): Promise<undefined> => undefined;
export const compressStream = (): undefined => undefined;
export const compressResponses = (): MiddlewareHandler => (_, next) => next();
