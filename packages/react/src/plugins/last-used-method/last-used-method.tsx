"use client";

import { type ReactNode, useEffect } from "react";
import { defaultProviders } from "../../settings/default-providers.ts";
import { type SentView, sentView } from "../check-email/sent-view.ts";
import type { AuthPlugin, AuthProps, PluginForm } from "../plugin.ts";
import { wordsFor } from "../words-for.ts";
import { last_used_method as english } from "./en.ts";
import { KeepMethodContext, keepMethod, methodOfMessage, useLastMethod } from "./kept-method.ts";

/**
 * Marks the sign-in method that was used last in this browser, and puts a provider before the others, so that
 * nobody makes a second account by taking another. It keeps the name of the method ("social:github"), no
 * address and nobody's name. Give it after what has a say in the providers ({@link serverSettings}).
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[lastUsedMethod()]} />
 */
export function lastUsedMethod(): AuthPlugin {
  // The page may show the application before the form hears that it is done.
  const running: Running = { method: undefined, sentFor: undefined };
  return {
    Screen: ({ form, children }) => (
      <KeepMethodContext.Provider value={keepMethod}>
        <Marked form={form} running={running}>
          {children}
        </Marked>
      </KeepMethodContext.Provider>
    ),
    useOptions(options) {
      const last = useLastMethod();
      return {
        ...options,
        ...(last?.startsWith("social:") && { providers: withFirst(last, options.providers) }),
        onSuccess(success) {
          const method = running.method ?? success.view;
          if (success.session)
            keepMethod(method === "verify_otp" ? methodOfCode(options.otpType, running) : method);
          options.onSuccess?.(success);
        },
      };
    },
  };
}

/** The providers, that of the method first. */
function withFirst(
  method: string,
  providers: AuthProps["providers"] = defaultProviders,
): NonNullable<AuthProps["providers"]> {
  const isFirst = (given: (typeof providers)[number]) =>
    method === `social:${typeof given === "string" ? given : given.provider}`;
  return [...providers.filter(isFirst), ...providers.filter((given) => !isFirst(given))];
}

interface Running {
  /** The method that is under way. */
  method: string | undefined;
  /** The view that has sent a message last. */
  sentFor: SentView | undefined;
}

/** The method that a code belongs to: it may confirm an account, which has a password from then on. */
function methodOfCode(otpType: AuthProps["otpType"], { sentFor }: Running): string {
  if (otpType === "signup") return "sign_up";
  if (otpType === "recovery") return "sign_in";
  return sentFor ? methodOfMessage(sentFor) : "verify_otp";
}

interface MarkedProps {
  form: PluginForm;
  running: Running;
  children: ReactNode;
}

function Marked({ form, running, children }: MarkedProps) {
  const { options, root, state, view } = form;
  const { mark } = wordsFor("last_used_method", english, options.localization);
  const last = useLastMethod();

  useEffect(() => {
    if (state.phase === "done") running.sentFor = sentView(view) ?? running.sentFor;
    if (state.phase === "sending") running.method = state.source;
    // A social provider takes the visitor away from the page.
    else if (state.phase === "done" && running.method?.startsWith("social:"))
      keepMethod(running.method);
    else if (state.phase !== "done") running.method = undefined;
  }, [state, view, running]);

  // The provider's page may come before the effect above has run.
  useEffect(() => {
    const keep = () => {
      if (running.method?.startsWith("social:")) keepMethod(running.method);
    };
    addEventListener("pagehide", keep);
    return () => removeEventListener("pagehide", keep);
  }, [running]);

  // The buttons are those of the form. The mark is an attribute of theirs, which the sheet shows and
  // assistive technology reads with the button's name; one that has no text is named by a label alone.
  useEffect(() => {
    const element = last && root.current?.querySelector(placeOf(last, view));
    if (!element) return;
    element.setAttribute("data-last-used", mark);
    const label = element.getAttribute("aria-label");
    const marked = `${label} ${mark}`;
    if (label) element.setAttribute("aria-label", marked);
    return () => {
      element.removeAttribute("data-last-used");
      // The form may have given it another meanwhile.
      if (label && element.getAttribute("aria-label") === marked)
        element.setAttribute("aria-label", label);
    };
  });

  return children;
}

/** Where a method begins in a view. */
function placeOf(method: string, view: string): string {
  if (method.startsWith("social:"))
    return `[data-portico-provider="${CSS.escape(method.slice(7))}"]`;
  if (method === "sign_in" || method === "sign_up") {
    return view === "sign_in" ? "form > div > [type=submit]" : "[data-none]";
  }
  if (method === "magic_link" || method === "verify_otp") return "a[href='#auth-magic-link']";
  return `[data-method="${CSS.escape(method)}"]`;
}
