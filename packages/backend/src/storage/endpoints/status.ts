import { notEnabled } from "../errors.ts";
import type { Endpoint } from "./endpoint.ts";

/** `GET /status`: returns 200 while the process serves requests. */
export const status: Endpoint = (_context, c) => c.body(null, 200);

/** Returns an endpoint that refuses features of the hosted service with an explicit error. */
export function unsupportedEndpoint(features: string): Endpoint {
  return () => {
    throw notEnabled(`${features} are not supported yet`);
  };
}
