"use client";

import { useEffect, useId, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { codeOf } from "../../form/ceremony-failure.ts";
import { formatNumber } from "../../i18n/format.ts";
import { template } from "../../i18n/words.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { wordsFor } from "../words-for.ts";
import { checklist as english } from "./en.ts";
import { type Refusal, rulesFor } from "./rules.ts";

/**
 * Lists the rules that a new password violated, after the server first rejected one, and checks them off while a better
 * one is typed. The rules are the server's: the list is empty until the server reports them. If the form has
 * `passwordLimit`, the limit of 72 bytes is listed when it comes near.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[passwordChecklist()]} />
 */
export function passwordChecklist(): AuthPlugin {
  return {
    Fields: ({ form }) =>
      form.view === "sign_up" || form.view === "update_password" ? (
        <Checklist key={form.view} form={form} />
      ) : null,
  };
}

function Checklist({ form }: { form: PluginForm }) {
  const { options, root, state } = form;
  const words = wordsFor("checklist", english, options.localization);
  const id = useId();
  const [password, setPassword] = useState("");
  const [refusal, setRefusal] = useState<Refusal>();
  const error = state.phase === "failed" ? state.error : undefined;

  useEffect(() => {
    const element = root.current;
    const watch = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === "password")
        setPassword(target.value);
    };
    element?.addEventListener("input", watch);
    return () => element?.removeEventListener("input", watch);
  }, [root]);

  useEffect(() => {
    if (codeOf(error) !== "weak_password") return;
    const { reasons, message }: { reasons?: unknown; message?: unknown } = Object(error);
    const field = root.current?.querySelector<HTMLInputElement>("input[name=password]");
    const typedPassword = field?.value ?? "";
    setPassword(typedPassword);
    setRefusal({
      reasons: Array.isArray(reasons) ? reasons.map(String) : [],
      message: String(message),
      password: typedPassword,
    });
  }, [error, root]);

  const hasLimit = options.passwordLimit ?? false;
  const rules = rulesFor(refusal ?? noRefusal, password, hasLimit);
  const hasRules = rules.length > 0;

  // The field belongs to the form. Its description is the form's message followed by this list.
  useBrowserLayoutEffect(() => {
    const field = root.current?.querySelector<HTMLInputElement>("input[name=password]");
    if (!field || !hasRules) return;
    const describedBy = field.getAttribute("aria-describedby");
    field.setAttribute("aria-describedby", describedBy ? `${describedBy} ${id}` : id);
    return () => {
      if (describedBy) field.setAttribute("aria-describedby", describedBy);
      else field.removeAttribute("aria-describedby");
    };
  }, [id, root, hasRules, state]);

  return (
    hasRules && (
      <div id={id} className="portico-checklist">
        <p className="portico-text">{words.heading}</p>
        <ul>
          {rules.map(({ name, count, met }) => (
            <li key={name} data-met={met}>
              <Tick isMet={met} label={met ? words.met : words.unmet} />
              {template(words[name], {
                count: formatNumber(count ?? 0, options.localization?.lang),
              })}
            </li>
          ))}
        </ul>
      </div>
    )
  );
}

const noRefusal: Refusal = { reasons: [], message: "", password: "" };

function Tick({ isMet, label }: { isMet: boolean | undefined; label: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" role="img" aria-label={label}>
      {isMet ? <path d="M3.5 8.5 6.5 11.5 12.5 5" /> : <circle cx="8" cy="8" r="4.5" />}
    </svg>
  );
}
