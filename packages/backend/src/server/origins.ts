import type { Config, ParsedConfig } from "../config/sections/schema.ts";

/** Returns the origin of the API: scheme, host and port. */
export const apiOriginOf = (config: Config) => new URL(config.api.external_url).origin;

/** Host names by which containers of the Supabase CLI reach its API or a program on the host. */
const containerNames = /^(kong|supabase_kong_.*|host\.docker\.internal|api\.supabase\.internal)$/;

/** Maps an address that only resolves inside the Supabase CLI's containers to one of this machine, for development. */
export function resolveContainerUrl(text: string, config: Config): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (!containerNames.test(url.hostname)) return text;
  const api = new URL(apiOriginOf(config));
  if (!["", "80", "8000", "54321", String(config.api.port), api.port].includes(url.port)) {
    // Keep the port, because it is that of another program on this machine.
    url.hostname = "127.0.0.1";
    return url.href;
  }
  return `${api.origin}${url.pathname}${url.search}`;
}

/** Returns the host names of the project's configured URLs. */
export const hostNames = (config: Config) => configuredUrls(config).map(({ hostname }) => hostname);

/** Returns the origins of the project's configured URLs. The API's origin comes first. */
export const ownOrigins = (config: Config): [string, ...string[]] => [
  apiOriginOf(config),
  ...configuredUrls(config).map(({ origin }) => origin),
];

/** Returns a warning if the project has no public URL, because links and tokens then contain this machine's address. */
export function warnOfMissingPublicUrl({ api, auth }: ParsedConfig, origin: string): string[] {
  if (api.external_url ?? auth.external_url) return [];
  return [
    `Links in messages and tokens name ${origin}. Set [api] external_url to the address that others use.`,
  ];
}

function configuredUrls(config: Config): URL[] {
  return [config.api.external_url, config.auth.external_url, config.auth.site_url]
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url));
}
