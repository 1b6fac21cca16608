import { loadScript } from "../load-script.ts";

/** The interface that the scripts of Turnstile and hCaptcha share. */
export interface CaptchaScript {
  render(element: HTMLElement, options: Readonly<Record<string, unknown>>): unknown;
  reset(widget: unknown): void;
  remove(widget: unknown): void;
}

/** The captcha services, by their names in Supabase Auth (`[auth.captcha] provider`). */
export type CaptchaProvider = "turnstile" | "hcaptcha";

/**
 * The script URLs. In production both scripts must be loaded from these URLs:
 * https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/,
 * https://docs.hcaptcha.com/configuration/.
 */
export const scriptUrls: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
  hcaptcha: "https://js.hcaptcha.com/1/api.js?render=explicit",
};

/**
 * Loads a service's script once per page.
 *
 * @throws {Error} if it does not load, or does not define the service
 */
export function loadCaptcha(provider: CaptchaProvider, url: string): Promise<CaptchaScript> {
  return loadScript(url, "portico-captcha", () => {
    const script: unknown = Reflect.get(window, provider);
    if (!isCaptchaScript(script)) throw new Error(`${url} is not the script of ${provider}.`);
    return script;
  });
}

function isCaptchaScript(script: unknown): script is CaptchaScript {
  return ["render", "reset", "remove"].every(
    (name) => typeof Reflect.get(Object(script), name) === "function",
  );
}
