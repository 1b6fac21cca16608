import { testClient } from "../../test/client.ts";

/** The examples' client, which responds without a server. */
export const { client: supabase, calls } = testClient();
