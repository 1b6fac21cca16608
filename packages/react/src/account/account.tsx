"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Change, useChange } from "../form/use-change.ts";
import type { AuthProps } from "../headless/auth-props.ts";
import type { Words } from "../i18n/en.ts";
import { type Complete, overlaid, type Partly, withErrors } from "../i18n/feature-words.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import { useUser } from "../session/user-context.tsx";
import type { Calls, User } from "../supabase-types.ts";
import { Root } from "../theme/root.tsx";
import { type AccountWords, en } from "./en.ts";

/** The calls of a client that the parts of the account make. */
export interface AccountClient {
  auth: Calls<
    | "getUser"
    | "linkIdentity"
    | "mfa"
    | "passkey"
    | "reauthenticate"
    | "registerPasskey"
    | "resend"
    | "signOut"
    | "unlinkIdentity"
    | "updateUser"
    | "verifyOtp"
  >;
}

/** Words of the account, beside those of the forms. */
export interface AccountLocalization extends LocalizationProp {
  account?: Partly<AccountWords>;
}

/** The context of every part of the account. */
export interface AccountContext {
  readonly auth: AccountClient["auth"];
  /** The account's user: from the session at first, from the server as soon as it answers. */
  readonly user: User;
  readonly words: Complete<typeof en>;
  /** The words of the forms, with the account's own texts for errors. */
  readonly formWords: Words;
  /** The language of the words, for dates; the page's where none is given. */
  readonly lang: string | undefined;
  /** Asks the server again who this is. */
  refresh(): Promise<void>;
}

const Context = createContext<AccountContext | undefined>(undefined);

export interface AccountProviderProps {
  supabaseClient: AccountClient;
  localization?: AccountLocalization | undefined;
  children?: ReactNode;
}

/**
 * Tells the hooks of the account whose it is. It renders nothing around its children, and not them
 * either while nobody is signed in.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function AccountProvider({ supabaseClient, localization, children }: AccountProviderProps) {
  const { auth } = supabaseClient;
  const { user: known } = useUser();
  const [fresh, setFresh] = useState<{ user: User; over: User | null }>();
  // The server's answer counts until the session brings something newer.
  const user = fresh && fresh.over === known ? fresh.user : known;
  const latest = useRef(known);
  useEffect(() => {
    latest.current = known;
  }, [known]);

  const refresh = useCallback(async () => {
    const over = latest.current;
    const { data } = await auth.getUser().catch(() => ({ data: { user: null } }));
    if (data.user && latest.current?.id === data.user.id)
      setFresh({ user: data.user, over: latest.current ?? over });
  }, [auth]);

  useEffect(() => {
    void refresh();
    // A link in a message is opened in another tab, or on another device.
    const look = () => document.visibilityState === "visible" && void refresh();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [refresh]);

  const value = useMemo<AccountContext | undefined>(() => {
    if (!user) return undefined;
    const words = overlaid(en, localization?.account);
    return {
      auth,
      user,
      words,
      formWords: withErrors(localization?.variables, words.errors),
      lang: localization?.lang,
      refresh,
    };
  }, [auth, user, localization, refresh]);

  return value && <Context.Provider value={value}>{children}</Context.Provider>;
}

/**
 * The context of every part of the account.
 *
 * @throws {Error} outside an `Account` or `AccountProvider`.
 */
export function useAccount(): AccountContext {
  const context = useContext(Context);
  if (!context) throw new Error("A part of the account must be used within <Account>.");
  return context;
}

/** How to write a date in the language of the account's words. */
export function useDate(): (moment: string) => string {
  const { lang } = useAccount();
  return (moment) =>
    new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(new Date(moment));
}

/** A change to the account, with its errors in the account's words. */
export function useAccountChange(): Change {
  return useChange(useAccount().formWords);
}

export interface AccountProps
  extends AccountProviderProps,
    Pick<AuthProps, "appearance" | "components" | "dark" | "theme"> {}

/**
 * The account page of the user that is signed in, with the parts that it is given.
 *
 * @example
 * <Account supabaseClient={supabase}>
 *   <EmailAddress />
 *   <Password />
 *   <SignOut />
 * </Account>
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function Account(props: AccountProps) {
  const root = useRef<HTMLDivElement>(null);
  return (
    <Root look={props} element={root}>
      <div className="portico-account">
        <AccountProvider {...props} />
      </div>
    </Root>
  );
}
