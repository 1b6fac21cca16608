"use client";

import { useEffect, useState } from "react";
import { template } from "../../i18n/words.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { wordsFor } from "../words-for.ts";
import { email_suggestion as english } from "./en.ts";
import { suggestionFor } from "./suggestion.ts";

/**
 * Asks who typed gmial.com whether they meant gmail.com, with a button that corrects it.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[emailSuggestion()]} />
 */
export function emailSuggestion(): AuthPlugin {
  return { Fields: Hint };
}

function Hint({ form }: { form: PluginForm }) {
  const { options, root } = form;
  const words = wordsFor("email_suggestion", english, options.localization);
  const [meant, setMeant] = useState<string>();
  const find = () => root.current?.querySelector<HTMLInputElement>("form input[name=email]");

  useEffect(() => {
    const element = root.current;
    const told = (change: (email: string) => string | undefined) => (event: Event) => {
      const { target } = event;
      if (target instanceof HTMLInputElement && target.name === "email")
        setMeant(change(target.value));
    };
    // Nobody is interrupted while they type: a hint comes when they leave the field, and goes at once.
    const left = told(suggestionFor);
    const typed = told(() => undefined);
    // Of a page that came from a server, the field may have been left before its script was there.
    const field = element?.querySelector<HTMLInputElement>("form input[name=email]");
    if (field && field !== document.activeElement) setMeant(suggestionFor(field.value));
    element?.addEventListener("focusout", left);
    element?.addEventListener("input", typed);
    return () => {
      element?.removeEventListener("focusout", left);
      element?.removeEventListener("input", typed);
    };
  }, [root]);

  const correct = () => {
    const field = find();
    if (!field || !meant) return;
    field.value = meant;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  };

  return (
    <div role="status" className="portico-email-suggestion">
      {meant && (
        <button type="button" className="portico-way" onClick={correct}>
          {template(words.use, { email: meant })}
        </button>
      )}
    </div>
  );
}
