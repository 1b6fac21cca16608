import type { Endpoint } from "./endpoints/endpoint.ts";
import { invoke } from "./endpoints/invoke.ts";

/** Each path of the functions wire, below `/functions/v1`, and the endpoint that answers there. */
export const routes: readonly (readonly [method: string, path: string, endpoint: Endpoint])[] = [
  ["ALL", "/:name/*", invoke],
];
