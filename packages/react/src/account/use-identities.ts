"use client";

import type { UserIdentity } from "@supabase/auth-js";
import type { Change } from "../form/use-change.ts";
import { template } from "../i18n/words.ts";
import { nameOf } from "../social/providers.ts";
import type { Provider } from "../supabase-types.ts";
import { type AccountContext, useAccount, useAccountChange } from "./account.tsx";

export interface IdentitiesOptions {
  /** The social providers that can be linked. Pass the providers that the project has enabled. Default: none. */
  providers?: readonly Provider[];
  /** The scopes to request from each provider, separated by spaces. */
  providerScopes?: { readonly [provider: string]: string | undefined };
  /** The URL that the provider redirects to. */
  redirectTo?: string;
}

/** A linked identity. */
export interface AccountIdentity {
  readonly id: string;
  /** The display name. */
  readonly name: string;
  /** The account at the provider: an address or a number. Empty if the provider does not report it. */
  readonly account: string;
  readonly linkedAt: string | undefined;
  /** True if it can be unlinked. The last identity cannot: the user could no longer sign in. */
  readonly isRemovable: boolean;
}

/** The linked identities and the actions on them, for your own markup. */
export interface Identities extends Change, Pick<AccountContext, "words"> {
  readonly identities: readonly AccountIdentity[];
  /** The providers that are not linked yet. */
  readonly offered: readonly { readonly provider: Provider; readonly name: string }[];
  /** Opens the provider's page, which redirects back. */
  link(provider: Provider): Promise<void>;
  unlink(identity: AccountIdentity): Promise<void>;
}

/** Links and unlinks identities. */
export function useIdentities(options: IdentitiesOptions = {}): Identities {
  const { providers = [], providerScopes, redirectTo } = options;
  const { auth, user, words: texts, refresh } = useAccount();
  const change = useAccountChange();
  const linkedIdentities: readonly UserIdentity[] = user.identities ?? [];

  return {
    ...change,
    words: texts,
    identities: linkedIdentities.map((identity) => ({
      id: identity.identity_id,
      name:
        identity.provider === "email" || identity.provider === "phone"
          ? texts.identities[identity.provider]
          : nameOf(identity.provider),
      account: accountNameOf(identity),
      linkedAt: identity.created_at,
      isRemovable: linkedIdentities.length > 1,
    })),
    offered: providers
      .filter((provider) => !linkedIdentities.some((identity) => identity.provider === provider))
      .map((provider) => ({ provider, name: nameOf(provider) })),
    link: (provider) =>
      change.run(`link ${provider}`, async () => {
        const scopes = providerScopes?.[provider];
        const { error } = await auth.linkIdentity({
          provider,
          options: { ...(redirectTo && { redirectTo }), ...(scopes && { scopes }) },
        });
        if (error) throw error;
        return undefined;
      }),
    unlink: ({ id, name }) =>
      change.run(id, async () => {
        const identity = linkedIdentities.find((item) => item.identity_id === id);
        if (!identity) return;
        const { error } = await auth.unlinkIdentity(identity);
        if (error) throw error;
        await refresh();
        return template(texts.identities.unlinked, { provider: name });
      }),
  };
}

function accountNameOf({ identity_data: data }: UserIdentity): string {
  const { email, phone }: { email?: unknown; phone?: unknown } = data ?? {};
  if (typeof email === "string" && email) return email;
  return typeof phone === "string" && phone ? `+${phone.replace(/^\+/, "")}` : "";
}
