import type { Endpoint } from "./endpoints/endpoint.ts";
import { resource } from "./endpoints/resource.ts";

/**
 * The paths of the REST wire, below `/rest/v1`, with their endpoints. The schema cache determines which paths exist.
 */
export const routes: readonly (readonly [method: string, path: string, endpoint: Endpoint])[] = [
  ["ALL", "*", resource],
];
