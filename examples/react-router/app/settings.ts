import type { CookieOptions } from "@supabase/ssr";

export const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: key } = import.meta.env;

/** The forms run in the browser and store the session there, so scripts of the page can read it. */
export const cookieOptions: CookieOptions = { secure: import.meta.env.PROD, sameSite: "lax" };
