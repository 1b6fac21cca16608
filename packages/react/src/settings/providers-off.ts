import type { AuthUiClient } from "../client.ts";
import { addressOf } from "./address.ts";
import { fetchSettings } from "./fetch-settings.ts";

/** Asked once for each client and list: a page may show many forms. */
const checked = new WeakMap<object, Set<string>>();

/** Names, in the console, the providers that a form shows and its server has off. A press on one leads to raw JSON. */
export async function reportProvidersOff(
  client: Pick<AuthUiClient, "auth">,
  providers: readonly string[],
): Promise<void> {
  const address = addressOf(client);
  const lists = checked.get(client) ?? new Set();
  const list = providers.join();
  if (!address || lists.has(list)) return;
  checked.set(client, lists.add(list));
  const settings = await fetchSettings(address);
  const off = providers.filter((provider) => settings?.external?.[provider] === false);
  if (off.length === 0) return;
  console.warn(
    `Portico: the form shows ${off.join(", ")}, which ${new URL(address.url).origin} has off: the button leads to an error. Leave ${off.length > 1 ? "them" : "it"} out of \`providers\`, or turn ${off.length > 1 ? "them" : "it"} on there: in supabase/config.toml ([auth.external.${off[0]}] enabled = true), or in the dashboard under Authentication → Sign In / Providers.`,
  );
}
