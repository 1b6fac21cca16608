import type { StorageClient } from "@supabase/storage-js";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { withAccessToken } from "./access-token.ts";
import { useBackend } from "./backend.tsx";
import type { Configuration } from "./configuration.ts";
import { withFetchErrors } from "./fetch-error.ts";

/** Loads the storage client of the signed-in user; its code is a separate chunk. */
export type LoadFiles = () => Promise<StorageClient>;

/** Returns a function that loads the storage client. */
export function useFiles(): LoadFiles {
  const { auth, configuration } = useBackend();
  return useCallback(async () => {
    const { StorageClient } = await import("@supabase/storage-js");
    return new StorageClient(
      storageUrl(configuration),
      { apikey: configuration.publishableKey },
      withAccessToken(
        auth,
        withFetchErrors((input, init) => fetch(input, init)),
      ),
    );
  }, [auth, configuration]);
}

/**
 * Returns false if the backend has no storage: it is an older version, or storage is disabled. Returns undefined until
 * it has responded. If it does not respond, storage is assumed, so that the upload shows the error.
 */
export function useHasFiles(): boolean | undefined {
  const { configuration } = useBackend();
  const { data, isError } = useQuery({
    queryKey: ["has files"],
    queryFn: async ({ signal }) => {
      const { status } = await fetch(`${storageUrl(configuration)}/status`, { signal });
      return status !== 404 && status !== 501;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? (isError || undefined);
}

/** Returns the base URL of the storage API. */
export const storageUrl = ({ url }: Configuration): string => `${url}/storage/v1`;

/** Returns the data in a storage client's response, or throws its error. */
export function fileDataOf<Data>(response: { data: Data | null; error: Error | null }): Data {
  if (response.error) throw response.error;
  if (response.data === null) throw new Error("The response was empty.");
  return response.data;
}
