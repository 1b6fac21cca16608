import type { Config } from "../config/sections/schema.ts";

/** Scheme, host and port of both wires. */
export const apiOriginOf = (config: Config) => new URL(config.api.external_url).origin;

/** The host names of the project's configured addresses. */
export const hostNames = (config: Config) => ownUrls(config).map(({ hostname }) => hostname);

/** The origins of the project's configured addresses, that of the API first. */
export const ownOrigins = (config: Config): [string, ...string[]] => [
  apiOriginOf(config),
  ...ownUrls(config).map(({ origin }) => origin),
];

function ownUrls(config: Config): URL[] {
  return [config.api.external_url, config.auth.external_url, config.auth.site_url]
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url));
}
