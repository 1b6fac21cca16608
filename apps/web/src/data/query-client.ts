import { QueryClient } from "@tanstack/react-query";
import { DataFailure } from "./failure.ts";

/** How often a failed query is retried before its error is shown. */
const maxRetries = 2;

/** Creates the query cache. Queries run offline too, so that they fail with an error instead of pausing. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 15_000,
        retry: (failures, error) =>
          failures < maxRetries && (!(error instanceof DataFailure) || error.isRetryable),
        retryDelay: (failures) => 800 * 2 ** failures,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
