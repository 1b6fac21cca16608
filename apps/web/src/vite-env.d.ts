/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Origin of a hosted project, e.g. `https://abcdefgh.supabase.co`. Unset: the embedded backend. */
  readonly VITE_SUPABASE_URL?: string;
  /** Its publishable key, `sb_publishable_…`. */
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string;
}
