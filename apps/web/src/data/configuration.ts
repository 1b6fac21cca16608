/** The URL and the key of the backend that the application uses. */
export interface Configuration {
  /** The backend's origin, without a trailing slash. */
  readonly url: string;
  /** Identifies the project; grants nothing by itself. */
  readonly publishableKey: string;
  /** The URL of the development inbox, if the backend has one. */
  readonly inbox?: string;
  /** The number of digits in a one-time code; set only if every e-mail contains a code. */
  readonly codeLength?: number;
}

/** Thrown when the configuration is missing or cannot be loaded. */
export class ConfigurationMissing extends Error {
  override readonly name = "ConfigurationMissing";
}

/**
 * Returns the hosted backend that the build's variables name; undefined when neither is set.
 *
 * @throws ConfigurationMissing when only one of the two is set.
 */
export function configurationFromEnvironment(environment: {
  readonly VITE_SUPABASE_URL?: string | undefined;
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string | undefined;
}): Configuration | undefined {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = environment;
  if (!url && !publishableKey) return undefined;
  if (!url || !publishableKey) {
    throw new ConfigurationMissing(
      "Set both VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY, or neither.",
    );
  }
  return { url: withoutSlash(url), publishableKey };
}

/**
 * Fetches the configuration from the server that served the page: `GET /portico.json`.
 *
 * @throws ConfigurationMissing when the server does not respond, or not with a configuration.
 */
export async function fetchConfiguration(fetchImpl: typeof fetch = fetch): Promise<Configuration> {
  let body: unknown;
  try {
    const response = await fetchImpl("/portico.json");
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    body = await response.json();
  } catch (cause) {
    throw new ConfigurationMissing("/portico.json could not be read.", { cause });
  }
  const { url, publishableKey, inbox, codeLength } = toRecord(body);
  if (typeof url !== "string" || typeof publishableKey !== "string") {
    throw new ConfigurationMissing("/portico.json has no url or no publishableKey.");
  }
  return {
    url: withoutSlash(url),
    publishableKey,
    ...(typeof inbox === "string" && { inbox }),
    ...(typeof codeLength === "number" && { codeLength }),
  };
}

function toRecord(value: unknown): Partial<Record<keyof Configuration, unknown>> {
  return typeof value === "object" && value !== null ? value : {};
}

const withoutSlash = (url: string) => url.replace(/\/+$/, "");
