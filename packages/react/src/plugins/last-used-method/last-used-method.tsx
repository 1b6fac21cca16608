"use client";

import { type ReactNode, useEffect } from "react";
import { defaultProviders } from "../../social/providers.ts";
import type { AuthPlugin, AuthProps, PluginForm } from "../plugin.ts";
import { wordsFor } from "../words-for.ts";
import { last_used_method as english } from "./en.ts";
import { KeepMethodContext, keepMethod, useLastMethod } from "./kept-method.ts";

/**
 * Marks the sign-in method that was used last in this browser, and puts a provider before the others, so that
 * nobody makes a second account by taking another. It keeps the name of the way ("social:github"), no
 * address and nobody's name. Give it after what has a say in the providers ({@link serverSettings}).
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[lastUsedMethod()]} />
 */
export function lastUsedMethod(): AuthPlugin {
  // The page may show the application before the form hears that it is done.
  const under: UnderWay = { way: undefined };
  return {
    Screen: ({ form, children }) => (
      <KeepMethodContext.Provider value={keepMethod}>
        <Marked form={form} under={under}>
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
          if (success.session) keepMethod(under.way ?? success.view);
          options.onSuccess?.(success);
        },
      };
    },
  };
}

/** The providers, that of the way first. */
function withFirst(
  way: string,
  providers: AuthProps["providers"] = defaultProviders,
): NonNullable<AuthProps["providers"]> {
  const isFirst = (given: (typeof providers)[number]) =>
    way === `social:${typeof given === "string" ? given : given.provider}`;
  return [...providers.filter(isFirst), ...providers.filter((given) => !isFirst(given))];
}

/** The method that is under way. */
interface UnderWay {
  way: string | undefined;
}

interface MarkedProps {
  form: PluginForm;
  under: UnderWay;
  children: ReactNode;
}

function Marked({ form, under, children }: MarkedProps) {
  const { options, root, state, view } = form;
  const { mark } = wordsFor("last_used_method", english, options.localization);
  const last = useLastMethod();

  useEffect(() => {
    if (state.phase === "sending") under.way = state.source;
    // A social provider takes the visitor away from the page.
    else if (state.phase === "done" && under.way?.startsWith("social:")) keepMethod(under.way);
    else if (state.phase !== "done") under.way = undefined;
  }, [state, under]);

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

/** Where a way in begins in a view. */
function placeOf(way: string, view: string): string {
  if (way.startsWith("social:")) return `[data-provider="${CSS.escape(way.slice(7))}"]`;
  if (way === "sign_in" || way === "sign_up") {
    return view === "sign_in" ? "form > div > [type=submit]" : "[data-none]";
  }
  if (way === "magic_link" || way === "verify_otp") return "a[href='#auth-magic-link']";
  return `[data-method="${CSS.escape(way)}"]`;
}
