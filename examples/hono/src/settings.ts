import { existsSync } from "node:fs";
import type { CookieOptions } from "@supabase/ssr";

// Variables that are already set are kept.
for (const file of [".env.local", ".env"]) if (existsSync(file)) process.loadEnvFile(file);

export const url = process.env.SUPABASE_URL ?? "";
export const key = process.env.SUPABASE_PUBLISHABLE_KEY ?? "";

/** No page has a script, so none needs to read the session. */
export const cookieOptions: CookieOptions = {
  httpOnly: true,
  secure: process.env.NODE_ENV === "production",
  sameSite: "lax",
};
