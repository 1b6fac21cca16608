import type { Endpoint } from "./endpoints/endpoint.ts";
import { invoke } from "./endpoints/invoke.ts";

/** The paths of the functions wire, below `/functions/v1`, with their endpoints. */
export const routes: readonly (readonly [method: string, path: string, endpoint: Endpoint])[] = [
  ["ALL", "/:name/*", invoke],
];
