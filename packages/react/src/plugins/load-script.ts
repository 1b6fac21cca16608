/** The scripts that are loading or loaded, by their URLs. */
const scripts = new Map<string, Promise<unknown>>();

/**
 * Loads a script once per page, and returns the service that it defines.
 *
 * @param policyName the policy that a page with `require-trusted-types-for 'script'` has to allow, such as
 * `trusted-types portico-captcha` (https://www.w3.org/TR/trusted-types/)
 * @param read returns the service, or throws if the script did not define it
 * @throws {Error} if the script does not load. The next call tries again.
 */
export function loadScript<Service>(
  url: string,
  policyName: string,
  read: () => Service,
): Promise<Service> {
  const loading = scripts.get(url) ?? addScript(url, policyName).then(read);
  scripts.set(url, loading);
  loading.catch(() => scripts.delete(url));
  // Each URL is loaded for only one service, so the stored promise has this type.
  return loading as Promise<Service>;
}

function addScript(url: string, policyName: string): Promise<unknown> {
  const element = document.createElement("script");
  return new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = () => {
      element.remove();
      reject(new Error(`${url} could not be loaded.`));
    };
    element.async = true;
    Reflect.set(element, "src", trustedUrl(url, policyName));
    document.head.append(element);
  });
}

/** The Trusted Types policies by name. A page can refuse a second policy with the same name. */
const policies = new Map<string, unknown>();

/** Returns the URL as a trusted script URL, for pages that require Trusted Types. */
function trustedUrl(url: string, policyName: string): unknown {
  const factory: { createPolicy?: unknown } = Object(Reflect.get(window, "trustedTypes"));
  if (typeof factory.createPolicy !== "function") return url;
  const policy: unknown =
    policies.get(policyName) ??
    factory.createPolicy.call(factory, policyName, {
      createScriptURL: (address: string) => address,
    });
  policies.set(policyName, policy);
  const { createScriptURL }: { createScriptURL?: unknown } = Object(policy);
  return typeof createScriptURL === "function" ? createScriptURL.call(policy, url) : url;
}
