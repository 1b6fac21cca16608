import { createClient } from "@supabase/supabase-js";

export const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: key } = import.meta.env;

export const supabase = createClient(url, key);
