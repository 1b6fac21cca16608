import { pathOfSite } from "../../address/path-of-site.ts";

/** The purpose of a link. */
export type LinkType = (typeof types)[number];

/** The parts of a link's address. */
export interface Link {
  readonly tokenHash: string;
  readonly type: LinkType;
  /** Where to go afterwards: a path of this site. */
  readonly next: string;
}

const types = ["signup", "magiclink", "recovery", "invite", "email_change", "email"] as const;

/** Reads it; undefined where something is missing or unknown. */
export function parseLink(address: URL): Link | undefined {
  const { hash, origin, searchParams } = address;
  const values = searchParams.has("token_hash") ? searchParams : new URLSearchParams(hash.slice(1));
  const tokenHash = values.get("token_hash");
  const type = types.find((one) => one === values.get("type"));
  if (!tokenHash || !type) return undefined;
  return { tokenHash, type, next: pathOfSite(values.get("next") ?? "/", origin) };
}
