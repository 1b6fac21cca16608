import type { Provider } from "../supabase-types.ts";

/** The providers of a form without the prop `providers`. */
export const defaultProviders: Provider[] = ["github", "google", "azure"];
