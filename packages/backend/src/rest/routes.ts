import type { Endpoint } from "./endpoints/endpoint.ts";
import { resource } from "./endpoints/resource.ts";

/**
 * Each path of the REST wire, below `/rest/v1`, and the endpoint that answers there. The schema cache decides which
 * paths exist.
 */
export const routes: readonly (readonly [method: string, path: string, endpoint: Endpoint])[] = [
  ["ALL", "*", resource],
];
