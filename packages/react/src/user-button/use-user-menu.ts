"use client";

import { useSyncExternalStore } from "react";
import { notify } from "../form/notify.ts";
import { type Change, useChange } from "../form/use-change.ts";
import {
  addErrorTexts,
  type Complete,
  mergeTexts,
  type PartialWords,
} from "../i18n/feature-words.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import { addressOf, initialsOf, nameOf, pictureOf } from "../session/display-name.ts";
import { useUser } from "../session/user-context.tsx";
import type { Calls, User } from "../supabase-types.ts";
import type { AccountStore, AccountStoreClient, KeptAccount } from "./account-store.ts";
import { en, type UserButtonWords } from "./en.ts";

/** The client methods that the user button calls. Some are only needed with an account store. */
export interface UserButtonClient {
  auth: AccountStoreClient["auth"] & Calls<"signOut">;
}

/** The texts of the forms and of the user button. */
export interface UserButtonLocalization extends LocalizationProp {
  user_button?: PartialWords<UserButtonWords>;
}

export interface UserMenuOptions {
  supabaseClient: UserButtonClient;
  /** The account store, if users can keep several accounts. Default: the menu cannot switch accounts. */
  accounts?: AccountStore | undefined;
  /** Called after a user was signed out, so that the application can clear that user's data. */
  onSignedOut?: ((user: User) => void) | undefined;
  localization?: UserButtonLocalization | undefined;
}

/** The user and the menu's actions, for your own markup. */
export interface UserMenu extends Pick<Change, "alert" | "button" | "state"> {
  readonly words: Complete<typeof en>;
  /** The signed-in user; null while the session is loading and for visitors. */
  readonly user: User | null;
  /** The name to show: the user's name, or else the address, or else "Guest". */
  readonly label: string;
  /** The e-mail address or the phone number; empty for a guest. */
  readonly address: string;
  /** The picture's URL, or an empty string. */
  readonly picture: string;
  /** The initials of the label. */
  readonly initials: string;
  /** The other accounts that this browser is signed in to. Empty without a store. */
  readonly others: readonly KeptAccount[];
  /** Switches to another account. The name of the action is the account's id. */
  switchTo(id: string): Promise<void>;
  /** Signs out of this account. Continues with another one if the browser is signed in to one. */
  signOut(): Promise<void>;
  /** Signs out of all accounts of this browser. */
  signOutOfAll(): Promise<void>;
}

const noAccounts: readonly KeptAccount[] = [];
const noSubscription = () => () => {};

/**
 * Returns the user and the actions of a user button's menu.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useUserMenu(options: UserMenuOptions): UserMenu {
  const { supabaseClient, accounts, onSignedOut, localization } = options;
  const texts = mergeTexts(en, localization?.user_button);
  const change = useChange(addErrorTexts(localization?.variables, texts.errors));
  const { user, session } = useUser();
  const kept = useSyncExternalStore(
    accounts?.subscribe ?? noSubscription,
    accounts?.accounts ?? (() => noAccounts),
    () => noAccounts,
  );
  const others = user ? kept.filter(({ id }) => id !== user.id) : noAccounts;
  const address = user ? addressOf(user) : "";
  const label = (user && nameOf(user)) || address || texts.menu.guest;

  /** Ends this session. The client removes its copy even if the request fails. */
  async function endSession() {
    await supabaseClient.auth.signOut({ scope: "local" });
    if (user) notify(() => onSignedOut?.(user));
  }

  return {
    state: change.state,
    alert: change.alert,
    button: change.button,
    words: texts,
    user,
    label,
    address,
    picture: user ? pictureOf(user) : "",
    initials: initialsOf(label),
    others,
    switchTo: (id) =>
      change.run(id, async () => {
        await accounts?.switchTo(supabaseClient, id);
        return undefined;
      }),
    signOut: () =>
      change.run("sign_out", async () => {
        const next = others.at(-1);
        if (!accounts || !next || !user || !session) await endSession();
        else {
          // Switch first. Otherwise the application would briefly show its sign-in forms.
          await accounts.switchTo(supabaseClient, next.id);
          await accounts.signOut(supabaseClient, user.id);
          notify(() => onSignedOut?.(user));
        }
        return undefined;
      }),
    signOutOfAll: () =>
      change.run("sign_out_all", async () => {
        await Promise.allSettled(others.map(({ id }) => accounts?.signOut(supabaseClient, id)));
        await endSession();
        return undefined;
      }),
  };
}
