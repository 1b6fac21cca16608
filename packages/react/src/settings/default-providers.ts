import type { Provider } from "../supabase-types.ts";

/** The providers of a form whose application names none. */
export const defaultProviders: Provider[] = ["github", "google", "azure"];
