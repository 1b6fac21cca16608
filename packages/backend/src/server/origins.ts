import type { Config, ParsedConfig } from "../config/sections/schema.ts";

/** Scheme, host and port of both wires. */
export const apiOriginOf = (config: Config) => new URL(config.api.external_url).origin;

/** Names by which containers of the Supabase CLI reach its API, or a program on the machine. */
const containerNames = /^(kong|supabase_kong_.*|host\.docker\.internal|api\.supabase\.internal)$/;

/** The address on this machine that an address means within containers of the Supabase CLI, for development. */
export function addressHere(text: string, config: Config): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (!containerNames.test(url.hostname)) return text;
  const api = new URL(apiOriginOf(config));
  if (!["", "80", "8000", "54321", String(config.api.port), api.port].includes(url.port)) {
    // Another program on this machine, which a container reaches by that name.
    url.hostname = "127.0.0.1";
    return url.href;
  }
  return `${api.origin}${url.pathname}${url.search}`;
}

/** The host names of the project's configured addresses. */
export const hostNames = (config: Config) => ownUrls(config).map(({ hostname }) => hostname);

/** The origins of the project's configured addresses, that of the API first. */
export const ownOrigins = (config: Config): [string, ...string[]] => [
  apiOriginOf(config),
  ...ownUrls(config).map(({ origin }) => origin),
];

/** Says that the project has no public address, where messages and tokens would name that of the machine. */
export function unnamed({ api, auth }: ParsedConfig, origin: string): string[] {
  if (api.external_url ?? auth.external_url) return [];
  return [
    `Links in messages and tokens name ${origin}. Set [api] external_url to the address that others use.`,
  ];
}

function ownUrls(config: Config): URL[] {
  return [config.api.external_url, config.auth.external_url, config.auth.site_url]
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url));
}
