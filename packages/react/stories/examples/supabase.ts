import { testClient } from "../../test/client.ts";

/** The client of the examples, which responds without a server. */
export const { client: supabase, calls } = testClient();
