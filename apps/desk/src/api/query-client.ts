import { QueryClient } from "@tanstack/react-query";
import { DeskError } from "./call.ts";

/**
 * Creates the query cache. A request that the server refused would be refused again, so only network failures are
 * retried.
 */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 5_000,
        retry: (failures, error) => failures < 1 && !(error instanceof DeskError),
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
