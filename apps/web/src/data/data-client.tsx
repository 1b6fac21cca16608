import type { GoTrueClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { createContext, use } from "react";
import { withAccessToken } from "./access-token.ts";
import type { Configuration } from "./configuration.ts";
import { withFetchErrors } from "./fetch-error.ts";
import type { Database } from "./schema.ts";

export type DataClient = PostgrestClient<Database>;

/** Creates the data client, for the hosted or the embedded backend. */
export function createDataClient(
  { url, publishableKey }: Configuration,
  auth: GoTrueClient,
): DataClient {
  return new PostgrestClient<Database>(`${url}/rest/v1`, {
    headers: { apikey: publishableKey },
    fetch: withAccessToken(
      auth,
      withFetchErrors((input, init) => fetch(input, init)),
    ),
    // Do not retry here, because the query client retries and shows that it does.
    retry: false,
  });
}

const DataContext = createContext<DataClient | null>(null);

/** Provides the data client to its children. */
export const DataProvider = DataContext;

/** Returns the data client. Only signed-in pages have one. */
export function useData(): DataClient {
  const data = use(DataContext);
  if (!data) throw new Error("useData must be used within a DataProvider.");
  return data;
}
