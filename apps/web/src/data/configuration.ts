/** Which backend the application talks to. */
export interface Configuration {
  /** The backend's origin, without a slash at its end: auth and data are below it. */
  readonly url: string;
  /** The key that says which project this is; it grants nothing by itself. */
  readonly publishableKey: string;
  /** Where the messages that the backend sends can be read, when it keeps them itself. */
  readonly inbox?: string;
  /** How many digits codes have, where every message is known to have one. */
  readonly codeLength?: number;
}

/** The configuration could not be had; the message says why, for the console. */
export class ConfigurationMissing extends Error {
  override readonly name = "ConfigurationMissing";
}

/**
 * The build's variables: a hosted backend when both are set, undefined when neither is.
 *
 * @throws ConfigurationMissing when only one of the two is set.
 */
export function builtIn(environment: {
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
 * Asks the server that served the page: `GET /portico.json`.
 *
 * @throws ConfigurationMissing when it does not answer, or answers something else.
 */
export async function fromServer(send: typeof fetch = fetch): Promise<Configuration> {
  let answer: unknown;
  try {
    const response = await send("/portico.json");
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    answer = await response.json();
  } catch (cause) {
    throw new ConfigurationMissing("/portico.json could not be read.", { cause });
  }
  const { url, publishableKey, inbox, codeLength } = record(answer);
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

function record(value: unknown): Partial<Record<keyof Configuration, unknown>> {
  return typeof value === "object" && value !== null ? value : {};
}

const withoutSlash = (url: string) => url.replace(/\/+$/, "");
