"use client";

import { useEffect, useId, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { codeOf } from "../../form/ceremony-failure.ts";
import { formatNumber } from "../../i18n/format.ts";
import { template } from "../../i18n/words.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";
import { checklist as english } from "./en.ts";
import { type Rejection, rulesFor } from "./rules.ts";

/**
 * Lists the rules that a rejected password violated, and checks them off while the user types another one. The list is
 * empty until the server reports its rules. If the form has `passwordLimit`, the limit of 72 bytes is listed once the
 * password comes near it.
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
  const texts = textsFor("checklist", english, options.localization);
  const id = useId();
  const [password, setPassword] = useState("");
  const [rejection, setRejection] = useState<Rejection>();
  const error = state.phase === "failed" ? state.error : undefined;

  useEffect(() => {
    const element = root.current;
    const updatePassword = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === "password")
        setPassword(target.value);
    };
    element?.addEventListener("input", updatePassword);
    return () => element?.removeEventListener("input", updatePassword);
  }, [root]);

  useEffect(() => {
    if (codeOf(error) !== "weak_password") return;
    const { reasons, message }: { reasons?: unknown; message?: unknown } = Object(error);
    const field = root.current?.querySelector<HTMLInputElement>("input[name=password]");
    const typedPassword = field?.value ?? "";
    setPassword(typedPassword);
    setRejection({
      reasons: Array.isArray(reasons) ? reasons.map(String) : [],
      message: String(message),
      password: typedPassword,
    });
  }, [error, root]);

  const hasLimit = options.passwordLimit ?? false;
  const rules = rulesFor(rejection ?? noRejection, password, hasLimit);
  const hasRules = rules.length > 0;

  // The form renders the field, so set its description here: the form's message, followed by this list.
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
        <p className="portico-text">{texts.heading}</p>
        <ul>
          {rules.map(({ name, count, isMet }) => (
            <li key={name} data-met={isMet}>
              <Tick isMet={isMet} label={isMet ? texts.met : texts.unmet} />
              {template(texts[name], {
                count: formatNumber(count ?? 0, options.localization?.lang),
              })}
            </li>
          ))}
        </ul>
      </div>
    )
  );
}

const noRejection: Rejection = { reasons: [], message: "", password: "" };

function Tick({ isMet, label }: { isMet: boolean | undefined; label: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" role="img" aria-label={label}>
      {isMet ? <path d="M3.5 8.5 6.5 11.5 12.5 5" /> : <circle cx="8" cy="8" r="4.5" />}
    </svg>
  );
}
