import type { CookieOptions } from "@supabase/ssr";

export const url = process.env.NEXT_PUBLIC_SUPABASE_URL ?? "";
export const key = process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY ?? "";

/** The forms run in the browser and store the session there, so scripts of the page can read it. */
export const cookieOptions: CookieOptions = {
  secure: process.env.NODE_ENV === "production",
  sameSite: "lax",
};
