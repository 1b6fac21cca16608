import type { Provider } from "../supabase-types.ts";

/** The providers that a form shows by default. */
export const defaultProviders: Provider[] = ["github", "google", "azure"];
