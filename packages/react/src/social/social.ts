import type { AuthCalls, AuthUiClient } from "../client.ts";
import type { FormButton } from "../form/form.ts";
import { redirectFor } from "../form/redirects.ts";
import type { SubmissionHandle } from "../form/use-submission.ts";
import { defaultProviders } from "../settings/default-providers.ts";
import type { Provider } from "../supabase-types.ts";
import type { ProviderOptions, SocialOptions } from "./options.ts";
import type { ProviderIcon } from "./provider-icon.ts";
import { nameOf } from "./providers.ts";

// Keep this exact text: bundlers replace `process.env.NODE_ENV` and remove the branch from production builds.
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** A provider's button: its props, and its icon. */
export interface SocialButton {
  readonly provider: Provider;
  /** The provider's name in the brand's own spelling. */
  readonly name: string;
  /** The application's icon. */
  readonly icon: ProviderIcon | undefined;
  readonly button: FormButton;
}

/** Returns a button for each provider, each with a different text. Only the pressed button is busy. */
export function socialButtons(
  { supabaseClient, providers = defaultProviders, redirectTo, ...options }: SocialOptions,
  submission: SubmissionHandle,
  text: string,
): SocialButton[] {
  const auth: AuthCalls = supabaseClient.auth;
  const offeredProviders = providers
    .map((entry): ProviderOptions => (typeof entry === "string" ? { provider: entry } : entry))
    .map((entry) => ({ name: nameOf(entry.provider), ...entry }));

  return offeredProviders.map(({ provider, name: brand, icon, scopes, queryParams }) => {
    const source = `social:${provider}`;
    const sharesName =
      provider !== brand.toLowerCase() && offeredProviders.filter((item) => item.name === brand)[1];
    const name = sharesName ? `${brand} (${provider.replace(/.*_/, "")})` : brand;
    return {
      provider,
      name,
      icon,
      button: {
        type: "button",
        ...submission.busy(source),
        children: text.replace("{{provider}}", () => name),
        onClick: () =>
          void submission.run(source, async () => {
            await assertProviderEnabled(supabaseClient, provider);
            const { error } = await auth.signInWithOAuth({
              provider,
              options: {
                redirectTo: redirectFor(redirectTo, "social"),
                scopes: scopes ?? options.providerScopes?.[provider],
                queryParams:
                  options.queryParams || queryParams
                    ? { ...options.queryParams, ...queryParams }
                    : undefined,
              },
            });
            if (error) throw error;
          }),
      },
    };
  });
}

/**
 * Throws in development if the server has disabled a provider, because the redirect would end on a page of raw JSON.
 */
async function assertProviderEnabled(client: AuthUiClient, provider: string): Promise<void> {
  let checks: typeof import("../settings/disabled-providers.ts") | undefined;
  try {
    if (process.env.NODE_ENV === "development")
      checks = await import("../settings/disabled-providers.ts");
  } catch {
    // Without a bundler there is no `process`.
  }
  await checks?.assertProviderEnabled(client, provider);
}
