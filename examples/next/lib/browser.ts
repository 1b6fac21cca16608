import { createBrowserClient } from "@supabase/ssr";
import { cookieOptions, key, url } from "./settings";

/** The Supabase client for the browser. It stores the session in cookies, so that the server can read it. */
export const supabase = createBrowserClient(url, key, { cookieOptions });
