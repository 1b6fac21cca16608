import type { StorageClient } from "@supabase/storage-js";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useBackend } from "./backend.tsx";
import type { Configuration } from "./configuration.ts";
import { namingFailures } from "./network.ts";
import { asWhoeverIsSignedIn } from "./token.ts";

/** The storage client of the person who is signed in, in a chunk of its own. */
export type LoadFiles = () => Promise<StorageClient>;

/** The function that loads the storage client, at its first call. */
export function useFiles(): LoadFiles {
  const { auth, configuration } = useBackend();
  return useCallback(async () => {
    const { StorageClient } = await import("@supabase/storage-js");
    return new StorageClient(
      storageUrl(configuration),
      { apikey: configuration.publishableKey },
      asWhoeverIsSignedIn(
        auth,
        namingFailures((input, init) => fetch(input, init)),
      ),
    );
  }, [auth, configuration]);
}

/**
 * False where the backend keeps no files: it is an older one, or has them off. Undefined until it has
 * answered; one that does not answer at all is taken to keep them, so that the failure shows.
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

/** The address of the storage wire. */
export const storageUrl = ({ url }: Configuration): string => `${url}/storage/v1`;

/** Takes the data out of an answer of the storage client, or throws its error. */
export function fileDataOf<Data>(answer: { data: Data | null; error: Error | null }): Data {
  if (answer.error) throw answer.error;
  if (answer.data === null) throw new Error("The answer was empty.");
  return answer.data;
}
