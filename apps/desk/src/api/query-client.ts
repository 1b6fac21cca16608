import { QueryClient } from "@tanstack/react-query";
import { DeskFailure } from "./call.ts";

/** Creates the cache. A request that the server refused is refused again, so only lost ones are repeated. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 5_000,
        retry: (failures, error) => failures < 1 && !(error instanceof DeskFailure),
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
