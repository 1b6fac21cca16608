import type { Provider } from "../supabase-types.ts";

/** The names of brands whose name is not just their capitalized key. */
const brandNames: { readonly [brand: string]: string } = {
  fly: "Fly.io",
  github: "GitHub",
  gitlab: "GitLab",
  linkedin: "LinkedIn",
  twitter: "X",
  workos: "WorkOS",
};

/**
 * Returns the display name of a provider. For an unknown provider (`custom:acme`, or one that the server added later)
 * it is the capitalized key without the prefix.
 */
export function nameOf(provider: Provider | (string & {})): string {
  const brand = provider.replace(/^custom:|_oidc$/g, "");
  return brandNames[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}
