import type { AuthUiClient } from "../client.ts";
import { authAddressOf } from "./address.ts";
import { fetchSettings } from "./fetch-settings.ts";

type Client = Pick<AuthUiClient, "auth">;

/** The lists of providers that were already checked, by client. A page can show several forms for one client. */
const reportedLists = new WeakMap<object, Set<string>>();

/** Warns in the console about providers that a form shows but its server has disabled. */
export async function warnAboutDisabledProviders(
  client: Client,
  providers: readonly string[],
): Promise<void> {
  const lists = reportedLists.get(client) ?? new Set();
  const list = providers.join();
  if (lists.has(list)) return;
  reportedLists.set(client, lists.add(list));
  const { disabledProviders, origin } = await findDisabledProviders(client, providers);
  if (disabledProviders.length === 0) return;
  console.warn(
    `Portico: the form shows ${disabledProviders.join(", ")}, which ${origin} has disabled: the button leads to an error. ${remedyFor(disabledProviders)}`,
  );
}

/** Throws if the server has disabled a provider. The error message says how to enable it. */
export async function assertProviderEnabled(client: Client, provider: string): Promise<void> {
  const { disabledProviders, origin } = await findDisabledProviders(client, [provider]);
  if (disabledProviders.length > 0)
    throw new Error(`${origin} has disabled ${provider}. ${remedyFor(disabledProviders)}`);
}

async function findDisabledProviders(client: Client, providers: readonly string[]) {
  const address = authAddressOf(client);
  const settings = address && (await fetchSettings(address));
  return {
    disabledProviders: providers.filter((provider) => settings?.external?.[provider] === false),
    origin: address && new URL(address.url).origin,
  };
}

function remedyFor(providers: readonly string[]): string {
  const pronoun = providers.length > 1 ? "them" : "it";
  return `Remove ${pronoun} from \`providers\`, or enable ${pronoun} on the server: in supabase/config.toml ([auth.external.${providers[0]}] enabled = true), or in the dashboard under Authentication → Sign In / Providers.`;
}
