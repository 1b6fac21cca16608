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
import { type Complete, mergeWords, type PartialWords, withErrors } from "../i18n/feature-words.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import { useUser } from "../session/user-context.tsx";
import type { Calls, User } from "../supabase-types.ts";
import { Root } from "../theme/root.tsx";
import { type AccountWords, en } from "./en.ts";

/** The methods of a client that the parts of the account call. */
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

/** The words of the forms, and those of the account. */
export interface AccountLocalization extends LocalizationProp {
  account?: PartialWords<AccountWords>;
}

/** The context of every part of the account. */
export interface AccountContext {
  readonly auth: AccountClient["auth"];
  /** The user of the account: from the session at first, and from the server once it has responded. */
  readonly user: User;
  readonly words: Complete<typeof en>;
  /** The words of the forms, with the account's own texts for errors. */
  readonly formWords: Words;
  /** The language of the words, for dates. Default: the language of the page. */
  readonly lang: string | undefined;
  /** Loads the user from the server again. */
  refresh(): Promise<void>;
}

const Context = createContext<AccountContext | undefined>(undefined);

export interface AccountProviderProps {
  supabaseClient: AccountClient;
  localization?: AccountLocalization | undefined;
  children?: ReactNode;
}

/**
 * Provides the account to its hooks. Renders only its children, and nothing while the visitor is signed out.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function AccountProvider({ supabaseClient, localization, children }: AccountProviderProps) {
  const { auth } = supabaseClient;
  const { user: sessionUser } = useUser();
  const [serverUser, setServerUser] = useState<{ user: User; loadedOver: User | null }>();
  // The server's response is newer than the session's user until the session changes.
  const user = serverUser && serverUser.loadedOver === sessionUser ? serverUser.user : sessionUser;
  const latest = useRef(sessionUser);
  useEffect(() => {
    latest.current = sessionUser;
  }, [sessionUser]);

  const refresh = useCallback(async () => {
    const loadedOver = latest.current;
    const { data } = await auth.getUser().catch(() => ({ data: { user: null } }));
    if (data.user && latest.current?.id === data.user.id)
      setServerUser({ user: data.user, loadedOver: latest.current ?? loadedOver });
  }, [auth]);

  useEffect(() => {
    void refresh();
    // A link in an e-mail may have been opened in another tab or on another device.
    const refreshIfVisible = () => document.visibilityState === "visible" && void refresh();
    document.addEventListener("visibilitychange", refreshIfVisible);
    return () => document.removeEventListener("visibilitychange", refreshIfVisible);
  }, [refresh]);

  const value = useMemo<AccountContext | undefined>(() => {
    if (!user) return undefined;
    const words = mergeWords(en, localization?.account);
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
 * Returns the context of the account.
 *
 * @throws {Error} outside an `Account` or `AccountProvider`.
 */
export function useAccount(): AccountContext {
  const context = useContext(Context);
  if (!context) throw new Error("A part of the account must be used within <Account>.");
  return context;
}

/** Returns a function that formats a date in the language of the account's words. */
export function useDate(): (moment: string) => string {
  const { lang } = useAccount();
  return (moment) =>
    new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(new Date(moment));
}

/** A change to the account, with error messages in the account's words. */
export function useAccountChange(): Change {
  return useChange(useAccount().formWords);
}

export interface AccountProps
  extends AccountProviderProps,
    Pick<AuthProps, "appearance" | "components" | "dark" | "theme"> {}

/**
 * Renders the account page of the signed-in user, with the given parts.
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
