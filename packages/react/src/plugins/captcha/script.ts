/** The interface that the scripts of Turnstile and hCaptcha share. */
export interface CaptchaScript {
  render(element: HTMLElement, options: Readonly<Record<string, unknown>>): unknown;
  reset(widget: unknown): void;
  remove(widget: unknown): void;
}

/** The services, by their names in Supabase Auth (`[auth.captcha] provider`). */
export type CaptchaProvider = "turnstile" | "hcaptcha";

/**
 * The URLs of the scripts. In production both must be loaded from there:
 * https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/,
 * https://docs.hcaptcha.com/configuration/.
 */
export const scriptUrls: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
  hcaptcha: "https://js.hcaptcha.com/1/api.js?render=explicit",
};

const scriptsByUrl = new Map<string, Promise<CaptchaScript>>();

/**
 * Loads a script once per page.
 *
 * @throws {Error} if it does not load, or does not define the service
 */
export function loadScript(provider: CaptchaProvider, url: string): Promise<CaptchaScript> {
  const loadedScript = scriptsByUrl.get(url);
  if (loadedScript) return loadedScript;
  const script = fetchScript(provider, url);
  scriptsByUrl.set(url, script);
  // Allows another attempt.
  script.catch(() => scriptsByUrl.delete(url));
  return script;
}

async function fetchScript(provider: CaptchaProvider, url: string): Promise<CaptchaScript> {
  const element = document.createElement("script");
  await new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = () => {
      element.remove();
      reject(new Error(`${url} could not be loaded.`));
    };
    element.async = true;
    Reflect.set(element, "src", trustedUrl(url));
    document.head.append(element);
  });
  const script: unknown = Reflect.get(window, provider);
  if (!isCaptchaScript(script)) throw new Error(`${url} is not the script of ${provider}.`);
  return script;
}

function isCaptchaScript(script: unknown): script is CaptchaScript {
  return ["render", "reset", "remove"].every(
    (name) => typeof Reflect.get(Object(script), name) === "function",
  );
}

/**
 * Returns the URL as pages with `require-trusted-types-for 'script'` require it: created by a policy, which
 * `trusted-types portico-captcha` allows (https://www.w3.org/TR/trusted-types/).
 */
function trustedUrl(url: string): unknown {
  const factory: { createPolicy?: unknown } = Object(Reflect.get(window, "trustedTypes"));
  if (typeof factory.createPolicy !== "function") return url;
  policy ??= factory.createPolicy.call(factory, "portico-captcha", {
    createScriptURL: (address: string) => address,
  });
  const { createScriptURL }: { createScriptURL?: unknown } = Object(policy);
  return typeof createScriptURL === "function" ? createScriptURL.call(policy, url) : url;
}

let policy: unknown;
