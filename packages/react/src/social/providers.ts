import type { Provider } from "../supabase-types.ts";

/** Brands that are not spelt as their key with a capital. */
const spelt: { readonly [brand: string]: string } = {
  fly: "Fly.io",
  github: "GitHub",
  gitlab: "GitLab",
  linkedin: "LinkedIn",
  twitter: "X",
  workos: "WorkOS",
};

/**
 * The name of a provider. One that is unknown (`custom:acme`, or one that the server gained
 * later) goes by its key, without the prefix and with a capital.
 */
export function nameOf(provider: Provider | (string & {})): string {
  const brand = provider.replace(/^custom:|_oidc$/g, "");
  return spelt[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}
