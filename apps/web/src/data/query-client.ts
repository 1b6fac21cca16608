import { QueryClient } from "@tanstack/react-query";
import { DataFailure } from "./failure.ts";

/** How often a failed read is tried again before its failure is shown. */
const attempts = 2;

/** The cache of what was read. Reads run without a network too, so that they fail in plain words. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 15_000,
        retry: (failures, error) =>
          failures < attempts && (!(error instanceof DataFailure) || error.passing),
        retryDelay: (failures) => 800 * 2 ** failures,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
