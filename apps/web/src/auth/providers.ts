import type { Provider } from "@supabase/auth-js";

/** The social providers offered, in the order of their buttons: those of supabase/config.toml. */
export const providers: readonly Provider[] = ["google", "github", "azure"];

/** Brands whose names are not their wire names with a capital. */
const names: Readonly<Record<string, string>> = {
  github: "GitHub",
  gitlab: "GitLab",
  linkedin_oidc: "LinkedIn",
  slack_oidc: "Slack",
  workos: "WorkOS",
  x: "X",
};

/** A provider's name as it writes it itself. */
export function providerName(provider: string): string {
  return names[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1);
}
