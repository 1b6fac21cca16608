import type { Config } from "../../config/sections/schema.ts";

/** The party that a credential is for (Web Authentication, section 4, "Relying Party"). */
export interface RelyingParty {
  /** A domain: pages of it and of its subdomains can ask for the credential. */
  readonly id: string;
  /** The name that the browser shows. */
  readonly name: string;
  /** The origins of the pages whose answers count. */
  readonly origins: readonly string[];
}

/** `[auth.webauthn]`; the site's address fills in what it leaves out. */
export function relyingParty(config: Config): RelyingParty {
  const { webauthn, site_url: siteUrl } = config.auth;
  const site = new URL(siteUrl);
  const id = webauthn?.rp_id ?? site.hostname;
  // In development the site's own origin counts, whatever ports the configuration names.
  const developmentOrigins =
    id === "localhost" || !webauthn?.rp_origins.length ? [site.origin] : [];
  const origins = [...(webauthn?.rp_origins ?? []), ...developmentOrigins];
  return { id, name: webauthn?.rp_display_name ?? id, origins: origins.map(asBrowsersWriteIt) };
}

/** `HTTPS://Example.com:443/` is `https://example.com`; an Android app's key hash stays as it is. */
function asBrowsersWriteIt(origin: string): string {
  return /^https?:/i.test(origin) && URL.canParse(origin) ? new URL(origin).origin : origin;
}
