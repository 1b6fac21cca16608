import { existsSync } from "node:fs";
import type { CookieOptions } from "@supabase/ssr";

// Variables that are already set win, so .env.local takes precedence over .env.
for (const file of [".env.local", ".env"]) if (existsSync(file)) process.loadEnvFile(file);

export const url = process.env.SUPABASE_URL ?? "";
export const key = process.env.SUPABASE_PUBLISHABLE_KEY ?? "";

/** No page has a script that needs to read the session, so the cookies can be `HttpOnly`. */
export const cookieOptions: CookieOptions = {
  httpOnly: true,
  secure: process.env.NODE_ENV === "production",
  sameSite: "lax",
};
