import type { Config } from "../../config/sections/schema.ts";

/** The relying party of a credential (Web Authentication, section 4). */
export interface RelyingParty {
  /** A domain. Its pages, and those of its subdomains, can use the credential. */
  readonly id: string;
  /** The name that the browser shows. */
  readonly name: string;
  /** The origins from which responses are accepted. */
  readonly origins: readonly string[];
}

/** Returns `[auth.webauthn]`, with defaults from the site URL. */
export function relyingParty(config: Config): RelyingParty {
  const { webauthn, site_url: siteUrl } = config.auth;
  const site = new URL(siteUrl);
  const id = webauthn?.rp_id ?? site.hostname;
  // In development, always accept the site's own origin, because ports may differ from the configuration.
  const developmentOrigins =
    id === "localhost" || !webauthn?.rp_origins.length ? [site.origin] : [];
  const origins = [...(webauthn?.rp_origins ?? []), ...developmentOrigins];
  return { id, name: webauthn?.rp_display_name ?? id, origins: origins.map(normalizeOrigin) };
}

/** Normalizes `HTTPS://Example.com:443/` to `https://example.com`. An Android app's key hash stays unchanged. */
function normalizeOrigin(origin: string): string {
  return /^https?:/i.test(origin) && URL.canParse(origin) ? new URL(origin).origin : origin;
}
