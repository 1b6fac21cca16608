import type { Provider } from "@supabase/auth-js";
import type { ProviderIcon } from "./provider-icon.ts";

/** A provider as an application may describe it, beyond its key. */
export interface ProviderOptions {
  /** Its key, such as `google` or `custom:acme`. */
  provider: Provider;
  /** What people call it: for a `custom:` one, which the kit cannot know. */
  name?: string;
  /** Its icon; the first letter of its name stands in for one. */
  icon?: ProviderIcon;
  /** What to ask of it, with spaces between. */
  scopes?: string;
  /** Sent along to it alone. */
  queryParams?: { [key: string]: string };
}
