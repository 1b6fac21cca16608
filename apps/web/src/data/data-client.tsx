import type { GoTrueClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { createContext, use } from "react";
import type { Configuration } from "./configuration.ts";
import { namingFailures } from "./network.ts";
import type { Database } from "./schema.ts";
import { asWhoeverIsSignedIn } from "./token.ts";

export type DataClient = PostgrestClient<Database>;

/** Makes the data client of the backend that the configuration names, hosted or embedded. */
export function dataClientOf(
  { url, publishableKey }: Configuration,
  auth: GoTrueClient,
): DataClient {
  return new PostgrestClient<Database>(`${url}/rest/v1`, {
    headers: { apikey: publishableKey },
    fetch: asWhoeverIsSignedIn(
      auth,
      namingFailures((input, init) => fetch(input, init)),
    ),
    // The query client retries, and says so meanwhile.
    retry: false,
  });
}

const DataContext = createContext<DataClient | null>(null);

/** Hands one data client to everything below it. */
export const DataProvider = DataContext;

/** The data client. Only pages behind the door ask. */
export function useData(): DataClient {
  const data = use(DataContext);
  if (!data) throw new Error("useData must be used within a DataProvider.");
  return data;
}
