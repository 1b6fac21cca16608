"use client";

import { useEffect, useRef, useState } from "react";
import { FieldError } from "../../form/failure.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";
import { captcha as english } from "./en.ts";
import { type CaptchaProvider, type CaptchaScript, loadCaptcha, scriptUrls } from "./script.ts";
import { createTokenQueue, type TokenQueue } from "./token-queue.ts";

/** The options of {@link captcha}. */
export interface CaptchaOptions {
  /** "turnstile" or "hcaptcha". */
  readonly provider: CaptchaProvider;
  /** The public site key of the service. */
  readonly siteKey: string;
  /** The URL of the service's script. Default: the service's own. */
  readonly script?: string;
}

/**
 * Shows Turnstile or hCaptcha below the fields, and sends its token with every call that accepts one. A token is valid
 * for one attempt, so the widget creates a new one after each attempt. The service's script is loaded when the form is
 * shown. A strict Content-Security-Policy must allow, for Turnstile, `https://challenges.cloudflare.com` in
 * `script-src` and `frame-src`; for hCaptcha, `https://hcaptcha.com https://*.hcaptcha.com` in `script-src`,
 * `frame-src`, `style-src` and `connect-src`.
 *
 * @example
 * const plugins = [captcha({ provider: "turnstile", siteKey: "0x4AAA…" })];
 * <Auth supabaseClient={supabase} plugins={plugins} />
 */
export function captcha({
  provider,
  siteKey,
  script = scriptUrls[provider],
}: CaptchaOptions): AuthPlugin {
  return {
    useOptions(options) {
      const [queue] = useState(createTokenQueue);
      queues.set(queue.take, queue);
      return { ...options, captchaToken: queue.take };
    },
    Fields({ form }) {
      const { captchaToken } = form.options;
      const queue = typeof captchaToken === "function" ? queues.get(captchaToken) : undefined;
      // The client method that sets a password does not accept a token.
      if (!queue || form.view === "update_password") return null;
      return <CaptchaWidget form={form} queue={queue} {...{ provider, siteKey, script }} />;
    },
  };
}

/**
 * The name of each service's normal size. Turnstile's widget fills the available width, but at least 300 px; hCaptcha's
 * is 303 px wide (https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/widget-configurations/,
 * https://docs.hcaptcha.com/configuration/).
 */
const normalSize: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: "flexible",
  hcaptcha: "normal",
};

/** The width that a normal widget needs. Narrower forms get the compact widget. */
const normalWidthPx = 303;

/** The token queues of all forms, by their `take` function. */
const queues = new WeakMap<object, TokenQueue>();

interface WidgetProps extends Required<CaptchaOptions> {
  form: PluginForm;
  queue: TokenQueue;
}

function CaptchaWidget({ form, queue, provider, siteKey, script }: WidgetProps) {
  const { dark, localization, theme } = form.options;
  const texts = textsFor("captcha", english, localization);
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const widgetRef = useRef<{ service: CaptchaScript; widget: unknown }>(undefined);
  const isDark = dark || theme === "dark";
  const language = localization?.lang;
  const { failed } = texts;

  useEffect(() => {
    const element = fieldset.current?.appendChild(document.createElement("div"));
    let isMounted = true;
    const onFailure = () => {
      // The style sheet collapses a widget that failed to load.
      fieldset.current?.setAttribute("data-failed", "");
      queue.fail(new FieldError("captcha", failed));
    };
    loadCaptcha(provider, script).then((service) => {
      if (!isMounted || !element) return;
      fieldset.current?.removeAttribute("data-failed");
      const widget = service.render(element, {
        sitekey: siteKey,
        theme: isDark ? "dark" : "light",
        ...(language && { [provider === "turnstile" ? "language" : "hl"]: language }),
        size: element.clientWidth < normalWidthPx ? "compact" : normalSize[provider],
        callback: queue.add,
        "expired-callback": queue.expire,
        "error-callback": onFailure,
      });
      widgetRef.current = { service, widget };
    }, onFailure);
    return () => {
      isMounted = false;
      queue.expire();
      widgetRef.current?.service.remove(widgetRef.current.widget);
      widgetRef.current = undefined;
      element?.remove();
    };
  }, [failed, queue, isDark, language, provider, script, siteKey]);

  // A token can be sent only once, whatever the response is.
  const isSending = form.state.phase === "sending";
  useEffect(() => {
    if (!isSending && queue.wasTaken()) widgetRef.current?.service.reset(widgetRef.current.widget);
  }, [isSending, queue]);

  return <fieldset ref={fieldset} aria-label={texts.label} className="portico-captcha" />;
}
