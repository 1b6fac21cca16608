import type { Config } from "../../config/schema.ts";

/** Whom a credential is for (Web Authentication, section 4, "Relying Party"). */
export interface RelyingParty {
  /** A domain: pages of it and of what is below it can ask for the credential. */
  readonly id: string;
  /** What the browser calls it. */
  readonly name: string;
  /** Which pages' answers count. */
  readonly origins: readonly string[];
}

/** `[auth.webauthn]`; what it leaves out is taken from where the application is. */
export function relyingParty(config: Config): RelyingParty {
  const { webauthn, site_url: siteUrl } = config.auth;
  const site = new URL(siteUrl);
  const id = webauthn?.rp_id ?? site.hostname;
  // While developing, the server is where it is, whatever ports the configuration foresees.
  const here = id === "localhost" || !webauthn?.rp_origins.length ? [site.origin] : [];
  const origins = [...(webauthn?.rp_origins ?? []), ...here];
  return { id, name: webauthn?.rp_display_name ?? id, origins: origins.map(asBrowsersWriteIt) };
}

/** `HTTPS://Example.com:443/` is `https://example.com`; an Android app's key hash stays as it is. */
function asBrowsersWriteIt(origin: string): string {
  return /^https?:/i.test(origin) && URL.canParse(origin) ? new URL(origin).origin : origin;
}
