"use client";

import { useEffect, useRef, useState } from "react";
import { FieldError } from "../../form/failure.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { wordsFor } from "../words-for.ts";
import { captcha as english } from "./en.ts";
import { type CaptchaProvider, type CaptchaScript, loadScript, scripts } from "./script.ts";
import { type Tokens, tokens } from "./tokens.ts";

/** The options of {@link captcha}. */
export interface CaptchaOptions {
  /** "turnstile" or "hcaptcha". */
  readonly provider: CaptchaProvider;
  /** The public key of the site, from the service. */
  readonly siteKey: string;
  /** Where the service's script is. Default: where the service has it. */
  readonly script?: string;
}

/**
 * Shows Turnstile or hCaptcha under the fields, and sends its token with every call that takes one. A
 * token is good for one try: there is a new one after each. The service's script is loaded when the
 * form is shown. A strict Content-Security-Policy needs, for Turnstile,
 * `script-src` and `frame-src https://challenges.cloudflare.com`; for hCaptcha, `script-src`,
 * `frame-src`, `style-src` and `connect-src https://hcaptcha.com https://*.hcaptcha.com`.
 *
 * @example
 * const plugins = [captcha({ provider: "turnstile", siteKey: "0x4AAA…" })];
 * <Auth supabaseClient={supabase} plugins={plugins} />
 */
export function captcha({
  provider,
  siteKey,
  script = scripts[provider],
}: CaptchaOptions): AuthPlugin {
  return {
    useOptions(options) {
      const [held] = useState(tokens);
      stores.set(held.take, held);
      return { ...options, captchaToken: held.take };
    },
    Fields({ form }) {
      const { captchaToken } = form.options;
      const held = typeof captchaToken === "function" ? stores.get(captchaToken) : undefined;
      // The caller has a session: that call takes no token.
      if (!held || form.view === "update_password") return null;
      return <Widget form={form} held={held} {...{ provider, siteKey, script }} />;
    },
  };
}

/**
 * The name of each widget's usual size. Turnstile's takes all the room there is, but for at least
 * 300 px; hCaptcha's is 303 px wide
 * (https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/widget-configurations/,
 * https://docs.hcaptcha.com/configuration/).
 */
const usualSize: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: "flexible",
  hcaptcha: "normal",
};

/** With less room than this, in CSS pixels, there is a smaller one of each. */
const widest = 303;

/** The tokens of each form, by the function that hands them out. */
const stores = new WeakMap<object, Tokens>();

interface WidgetProps extends Required<CaptchaOptions> {
  form: PluginForm;
  held: Tokens;
}

function Widget({ form, held, provider, siteKey, script }: WidgetProps) {
  const { dark, localization, theme } = form.options;
  const words = wordsFor("captcha", english, localization);
  const place = useRef<HTMLFieldSetElement>(null);
  const shown = useRef<{ service: CaptchaScript; widget: unknown }>(undefined);
  const isDark = dark || theme === "dark";
  const language = localization?.lang;
  const { failed } = words;

  useEffect(() => {
    const element = place.current?.appendChild(document.createElement("div"));
    let here = true;
    const refuse = () => {
      // A widget that does not come leaves no gap.
      place.current?.setAttribute("data-failed", "");
      held.fail(new FieldError("captcha", failed));
    };
    loadScript(provider, script).then((service) => {
      if (!here || !element) return;
      place.current?.removeAttribute("data-failed");
      const widget = service.render(element, {
        sitekey: siteKey,
        theme: isDark ? "dark" : "light",
        ...(language && { [provider === "turnstile" ? "language" : "hl"]: language }),
        size: element.clientWidth < widest ? "compact" : usualSize[provider],
        callback: held.offer,
        "expired-callback": held.expire,
        "error-callback": refuse,
      });
      shown.current = { service, widget };
    }, refuse);
    return () => {
      here = false;
      held.expire();
      shown.current?.service.remove(shown.current.widget);
      shown.current = undefined;
      element?.remove();
    };
  }, [failed, held, isDark, language, provider, script, siteKey]);

  // A token that was sent is used up, whatever the answer was.
  const sending = form.state.phase === "sending";
  useEffect(() => {
    if (!sending && held.spent()) shown.current?.service.reset(shown.current.widget);
  }, [sending, held]);

  return <fieldset ref={place} aria-label={words.label} className="portico-captcha" />;
}
