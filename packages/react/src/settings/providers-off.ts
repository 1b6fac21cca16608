import type { AuthUiClient } from "../client.ts";
import { addressOf } from "./address.ts";
import { fetchSettings } from "./fetch-settings.ts";

type Client = Pick<AuthUiClient, "auth">;

/** The lists that were already checked, by client: a page may show several forms. */
const checked = new WeakMap<object, Set<string>>();

/** Warns in the console about providers that a form shows but its server has disabled. */
export async function reportProvidersOff(
  client: Client,
  providers: readonly string[],
): Promise<void> {
  const lists = checked.get(client) ?? new Set();
  const list = providers.join();
  if (lists.has(list)) return;
  checked.set(client, lists.add(list));
  const { off, origin } = await providersOff(client, providers);
  if (off.length === 0) return;
  console.warn(
    `Portico: the form shows ${off.join(", ")}, which ${origin} has disabled: the button leads to an error. ${remedy(off)}`,
  );
}

/** Throws if the server has disabled a provider. The message tells how to enable it. */
export async function refuseProviderOff(client: Client, provider: string): Promise<void> {
  const { off, origin } = await providersOff(client, [provider]);
  if (off.length > 0) throw new Error(`${origin} has disabled ${provider}. ${remedy(off)}`);
}

async function providersOff(client: Client, providers: readonly string[]) {
  const address = addressOf(client);
  const settings = address && (await fetchSettings(address));
  return {
    off: providers.filter((provider) => settings?.external?.[provider] === false),
    origin: address && new URL(address.url).origin,
  };
}

function remedy(off: readonly string[]): string {
  const them = off.length > 1 ? "them" : "it";
  return `Remove ${them} from \`providers\`, or enable ${them} on the server: in supabase/config.toml ([auth.external.${off[0]}] enabled = true), or in the dashboard under Authentication → Sign In / Providers.`;
}
