import { isLinkType, type LinkType } from "../../address/link-types.ts";
import { pathOfSite } from "../../address/path-of-site.ts";

/** The parameters of a link. */
export interface Link {
  readonly tokenHash: string;
  readonly type: LinkType;
  /** The path on this site to show next. */
  readonly next: string;
}

/** Parses a link's address. Returns undefined if a parameter is missing or unknown. */
export function parseLink(address: URL): Link | undefined {
  const { hash, origin, searchParams } = address;
  const values = searchParams.has("token_hash") ? searchParams : new URLSearchParams(hash.slice(1));
  const tokenHash = values.get("token_hash");
  const type = values.get("type");
  if (!tokenHash || !isLinkType(type)) return undefined;
  return { tokenHash, type, next: pathOfSite(values.get("next") ?? "/", origin) };
}
