import { notEnabled } from "../errors.ts";
import type { Endpoint } from "./endpoint.ts";

/** `GET /status`: answers as long as the process serves requests. */
export const status: Endpoint = (_context, c) => c.body(null, 200);

/** Returns the endpoint for features of the hosted service that get an explicit error. */
export function unavailable(features: string): Endpoint {
  return () => {
    throw notEnabled(`${features} are not supported yet`);
  };
}
