import type { Config } from "../config/schema.ts";

/** Scheme, host and port at which both wires are reached. */
export const apiOriginOf = (config: Config) => new URL(config.api.external_url).origin;

/** The host names by which the project says that it is reached. */
export const hostNames = (config: Config) => ownUrls(config).map(({ hostname }) => hostname);

/** The origins by which it says so, that of the API first. */
export const ownOrigins = (config: Config): [string, ...string[]] => [
  apiOriginOf(config),
  ...ownUrls(config).map(({ origin }) => origin),
];

function ownUrls(config: Config): URL[] {
  return [config.api.external_url, config.auth.external_url, config.auth.site_url]
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url));
}
