import { createBrowserClient } from "@supabase/ssr";
import { cookieOptions, key, url } from "./settings";

/** The client of the browser. The session is in cookies, where the server finds it. */
export const supabase = createBrowserClient(url, key, { cookieOptions });
