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
import {
  addErrorTexts,
  type Complete,
  mergeTexts,
  type PartialWords,
} from "../i18n/feature-words.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import { useUser } from "../session/user-context.tsx";
import type { Calls, User } from "../supabase-types.ts";
import { Root } from "../theme/root.tsx";
import { type AccountWords, en } from "./en.ts";

/** The client methods that the sections of the account page call. */
export interface AccountClient {
  auth: Calls<
    | "getUser"
    | "linkIdentity"
    | "mfa"
    | "oauth"
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

/** The texts of the forms and of the account page. */
export interface AccountLocalization extends LocalizationProp {
  account?: PartialWords<AccountWords>;
}

/** The data that all sections of the account page share. */
export interface AccountContext {
  readonly auth: AccountClient["auth"];
  /** The signed-in user: first from the session, then from the server's response. */
  readonly user: User;
  readonly words: Complete<typeof en>;
  /** The texts of the forms, with the account's texts for errors. */
  readonly formWords: Words;
  /** The language of the texts, for dates. Default: the language of the page. */
  readonly lang: string | undefined;
  /** Reloads the user from the server. */
  refresh(): Promise<void>;
}

const Context = createContext<AccountContext | undefined>(undefined);

export interface AccountProviderProps {
  supabaseClient: AccountClient;
  localization?: AccountLocalization | undefined;
  children?: ReactNode;
}

/**
 * Provides the user's account to the account hooks. Renders its children, or nothing while the visitor is signed out.
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function AccountProvider({ supabaseClient, localization, children }: AccountProviderProps) {
  const { auth } = supabaseClient;
  const { user: sessionUser } = useUser();
  const [response, setResponse] = useState<{ user: User; sessionUser: User | null }>();
  // The server's response is newer than the session's user until the session changes.
  const user = response && response.sessionUser === sessionUser ? response.user : sessionUser;
  const latestSessionUser = useRef(sessionUser);
  useEffect(() => {
    latestSessionUser.current = sessionUser;
  }, [sessionUser]);

  const refresh = useCallback(async () => {
    const previousSessionUser = latestSessionUser.current;
    const { data } = await auth.getUser().catch(() => ({ data: { user: null } }));
    if (data.user && latestSessionUser.current?.id === data.user.id)
      setResponse({
        user: data.user,
        sessionUser: latestSessionUser.current ?? previousSessionUser,
      });
  }, [auth]);

  useEffect(() => {
    void refresh();
    // Refresh, because the user may have opened a link from an e-mail in another tab or on another device.
    const refreshIfVisible = () => document.visibilityState === "visible" && void refresh();
    document.addEventListener("visibilitychange", refreshIfVisible);
    return () => document.removeEventListener("visibilitychange", refreshIfVisible);
  }, [refresh]);

  const value = useMemo<AccountContext | undefined>(() => {
    if (!user) return undefined;
    const texts = mergeTexts(en, localization?.account);
    return {
      auth,
      user,
      words: texts,
      formWords: addErrorTexts(localization?.variables, texts.errors),
      lang: localization?.lang,
      refresh,
    };
  }, [auth, user, localization, refresh]);

  return value && <Context.Provider value={value}>{children}</Context.Provider>;
}

/**
 * Returns the data that the sections of the account page share.
 *
 * @throws {Error} outside an `Account` or `AccountProvider`.
 */
export function useAccount(): AccountContext {
  const context = useContext(Context);
  if (!context) throw new Error("A part of the account must be used within <Account>.");
  return context;
}

/** Returns a function that formats a date in the language of the account's texts. */
export function useDateFormat(): (date: string) => string {
  const { lang } = useAccount();
  return (date) => new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(new Date(date));
}

/** Manages a change to the account. Its error messages are in the language of the account's texts. */
export function useAccountChange(): Change {
  return useChange(useAccount().formWords);
}

export interface AccountProps
  extends AccountProviderProps,
    Pick<AuthProps, "appearance" | "components" | "dark" | "theme"> {}

/**
 * Renders the account page of the signed-in user, with the sections that are passed as children.
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
