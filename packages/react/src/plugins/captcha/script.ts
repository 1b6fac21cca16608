/** The interface that the scripts of Turnstile and hCaptcha have in common. */
export interface CaptchaScript {
  render(element: HTMLElement, options: Readonly<Record<string, unknown>>): unknown;
  reset(widget: unknown): void;
  remove(widget: unknown): void;
}

/** The services, as Supabase Auth knows them (`[auth.captcha] provider`). */
export type CaptchaProvider = "turnstile" | "hcaptcha";

/**
 * Where each has its script. Neither may be served from elsewhere, in production:
 * https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/,
 * https://docs.hcaptcha.com/configuration/.
 */
export const scripts: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
  hcaptcha: "https://js.hcaptcha.com/1/api.js?render=explicit",
};

const loading = new Map<string, Promise<CaptchaScript>>();

/**
 * Loads a script, once for the page.
 *
 * @throws {Error} when it does not come, or is not the one that was asked for
 */
export function loadScript(provider: CaptchaProvider, url: string): Promise<CaptchaScript> {
  const before = loading.get(url);
  if (before) return before;
  const script = fetchScript(provider, url);
  loading.set(url, script);
  // It may come the next time.
  script.catch(() => loading.delete(url));
  return script;
}

async function fetchScript(provider: CaptchaProvider, url: string): Promise<CaptchaScript> {
  const element = document.createElement("script");
  await new Promise((loaded, failed) => {
    element.onload = loaded;
    element.onerror = () => {
      element.remove();
      failed(new Error(`${url} was not loaded.`));
    };
    element.async = true;
    Reflect.set(element, "src", trusted(url));
    document.head.append(element);
  });
  const script: unknown = Reflect.get(window, provider);
  if (!isCaptcha(script)) throw new Error(`${url} is no ${provider}.`);
  return script;
}

function isCaptcha(script: unknown): script is CaptchaScript {
  return ["render", "reset", "remove"].every(
    (name) => typeof Reflect.get(Object(script), name) === "function",
  );
}

/**
 * The address as pages with `require-trusted-types-for 'script'` want it: made by a policy, which
 * `trusted-types portico-captcha` allows (https://www.w3.org/TR/trusted-types/).
 */
function trusted(url: string): unknown {
  const factory: { createPolicy?: unknown } = Object(Reflect.get(window, "trustedTypes"));
  if (typeof factory.createPolicy !== "function") return url;
  policy ??= factory.createPolicy.call(factory, "portico-captcha", {
    createScriptURL: (address: string) => address,
  });
  const { createScriptURL }: { createScriptURL?: unknown } = Object(policy);
  return typeof createScriptURL === "function" ? createScriptURL.call(policy, url) : url;
}

let policy: unknown;
