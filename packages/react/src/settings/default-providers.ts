import type { Provider } from "../supabase-types.ts";

/** The providers shown when the application names none. */
export const defaultProviders: Provider[] = ["github", "google", "azure"];
