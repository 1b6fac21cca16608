"use client";

import { type ReactNode, useEffect } from "react";
import { defaultProviders } from "../../settings/default-providers.ts";
import { asEmailView, type EmailView } from "../check-email/email-view.ts";
import type { AuthPlugin, AuthProps, PluginForm } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";
import { last_used_method as english } from "./en.ts";
import {
  methodOfMessage,
  StoreMethodContext,
  storeMethod,
  useLastMethod,
} from "./stored-method.ts";

/**
 * Marks the sign-in method that was last used in this browser, and moves its provider to the front, so that users do
 * not create a second account with a different method. Stores only the method's name ("social:github"), and neither an
 * address nor a user name. List it after plugins that change the providers ({@link serverSettings}).
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[lastUsedMethod()]} />
 */
export function lastUsedMethod(): AuthPlugin {
  // This object outlives the form, since the application may unmount the form before its last effect runs.
  const attempt: SignInAttempt = { method: undefined, lastEmailView: undefined };
  return {
    Screen: ({ form, children }) => (
      <StoreMethodContext.Provider value={storeMethod}>
        <LastUsedMark form={form} attempt={attempt}>
          {children}
        </LastUsedMark>
      </StoreMethodContext.Provider>
    ),
    useOptions(options) {
      const lastMethod = useLastMethod();
      return {
        ...options,
        ...(lastMethod?.startsWith("social:") && {
          providers: withProviderFirst(lastMethod, options.providers),
        }),
        onSuccess(success) {
          const method = attempt.method ?? success.view;
          if (success.session)
            storeMethod(method === "verify_otp" ? methodOfCode(options.otpType, attempt) : method);
          options.onSuccess?.(success);
        },
      };
    },
  };
}

/** Returns the providers, with the last used provider first. */
function withProviderFirst(
  method: string,
  providers: AuthProps["providers"] = defaultProviders,
): NonNullable<AuthProps["providers"]> {
  const isFirst = (entry: (typeof providers)[number]) =>
    method === `social:${typeof entry === "string" ? entry : entry.provider}`;
  return [...providers.filter(isFirst), ...providers.filter((entry) => !isFirst(entry))];
}

interface SignInAttempt {
  /** The method of the submission in progress. */
  method: string | undefined;
  /** The view that sent the last e-mail. */
  lastEmailView: EmailView | undefined;
}

/**
 * Returns the sign-in method of a user who entered a code. A code that confirms an account counts as sign-up with a
 * password.
 */
function methodOfCode(otpType: AuthProps["otpType"], { lastEmailView }: SignInAttempt): string {
  if (otpType === "signup") return "sign_up";
  if (otpType === "recovery") return "sign_in";
  return lastEmailView ? methodOfMessage(lastEmailView) : "verify_otp";
}

interface LastUsedMarkProps {
  form: PluginForm;
  attempt: SignInAttempt;
  children: ReactNode;
}

function LastUsedMark({ form, attempt, children }: LastUsedMarkProps) {
  const { options, root, state, view } = form;
  const { mark } = textsFor("last_used_method", english, options.localization);
  const lastMethod = useLastMethod();

  useEffect(() => {
    if (state.phase === "done") attempt.lastEmailView = asEmailView(view) ?? attempt.lastEmailView;
    if (state.phase === "sending") attempt.method = state.source;
    // A social provider navigates away from the page.
    else if (state.phase === "done" && attempt.method?.startsWith("social:"))
      storeMethod(attempt.method);
    else if (state.phase !== "done") attempt.method = undefined;
  }, [state, view, attempt]);

  // The page may be unloaded before the effect above runs.
  useEffect(() => {
    const storeProvider = () => {
      if (attempt.method?.startsWith("social:")) storeMethod(attempt.method);
    };
    addEventListener("pagehide", storeProvider);
    return () => removeEventListener("pagehide", storeProvider);
  }, [attempt]);

  // The form renders the button, so mark it with an attribute, which the style sheet displays. Assistive technology
  // reads the mark with the button's name. A button without text gets the mark in its label.
  useEffect(() => {
    const element = lastMethod && root.current?.querySelector(selectorOf(lastMethod, view));
    if (!element) return;
    element.setAttribute("data-last-used", mark);
    const label = element.getAttribute("aria-label");
    const markedLabel = `${label} ${mark}`;
    if (label) element.setAttribute("aria-label", markedLabel);
    return () => {
      element.removeAttribute("data-last-used");
      // Restore the label only if the form has not changed it in the meantime.
      if (label && element.getAttribute("aria-label") === markedLabel)
        element.setAttribute("aria-label", label);
    };
  });

  return children;
}

/** Returns the selector of a method's button in a view. */
function selectorOf(method: string, view: string): string {
  if (method.startsWith("social:"))
    return `[data-portico-provider="${CSS.escape(method.slice(7))}"]`;
  if (method === "sign_in" || method === "sign_up") {
    return view === "sign_in" ? "form > div > [type=submit]" : "[data-none]";
  }
  if (method === "magic_link" || method === "verify_otp") return "a[href='#auth-magic-link']";
  return `[data-method="${CSS.escape(method)}"]`;
}
