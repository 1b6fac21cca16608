"use client";

import { useEffect, useState } from "react";
import { template } from "../../i18n/words.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";
import { email_suggestion as english } from "./en.ts";
import { suggestionFor } from "./suggestion.ts";

/**
 * Suggests a correction for a mistyped domain, such as gmail.com for gmial.com, with a button that applies it.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[emailSuggestion()]} />
 */
export function emailSuggestion(): AuthPlugin {
  return { Fields: Suggestion };
}

function Suggestion({ form }: { form: PluginForm }) {
  const { options, root } = form;
  const texts = textsFor("email_suggestion", english, options.localization);
  const [suggestedEmail, setSuggestedEmail] = useState<string>();
  const findField = () => root.current?.querySelector<HTMLInputElement>("form input[name=email]");

  useEffect(() => {
    const element = root.current;
    const onEmailEvent = (suggest: (email: string) => string | undefined) => (event: Event) => {
      const { target } = event;
      if (target instanceof HTMLInputElement && target.name === "email")
        setSuggestedEmail(suggest(target.value));
    };
    // Show the suggestion when the user leaves the field, so that it does not interrupt typing, and hide it when typing
    // resumes.
    const onLeave = onEmailEvent(suggestionFor);
    const onType = onEmailEvent(() => undefined);
    // On a server-rendered page, the user may have left the field before hydration.
    const field = element?.querySelector<HTMLInputElement>("form input[name=email]");
    if (field && field !== document.activeElement) setSuggestedEmail(suggestionFor(field.value));
    element?.addEventListener("focusout", onLeave);
    element?.addEventListener("input", onType);
    return () => {
      element?.removeEventListener("focusout", onLeave);
      element?.removeEventListener("input", onType);
    };
  }, [root]);

  const applySuggestion = () => {
    const field = findField();
    if (!field || !suggestedEmail) return;
    field.value = suggestedEmail;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  };

  return (
    <div role="status" className="portico-email-suggestion">
      {suggestedEmail && (
        <button type="button" className="portico-way" onClick={applySuggestion}>
          {template(texts.use, { email: suggestedEmail })}
        </button>
      )}
    </div>
  );
}
