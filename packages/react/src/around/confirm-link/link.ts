/** What a link is for. */
export type LinkType = (typeof types)[number];

/** What the address of a link in an e-mail says. */
export interface Link {
  readonly tokenHash: string;
  readonly type: LinkType;
  /** Where to go afterwards: a path of this site. */
  readonly next: string;
}

const types = ["signup", "magiclink", "recovery", "invite", "email_change", "email"] as const;

/** Reads it; undefined where something is missing or unknown. */
export function linkIn(address: URL): Link | undefined {
  const { hash, searchParams } = address;
  const values = searchParams.has("token_hash") ? searchParams : new URLSearchParams(hash.slice(1));
  const tokenHash = values.get("token_hash");
  const type = types.find((one) => one === values.get("type"));
  if (!tokenHash || !type) return undefined;
  return { tokenHash, type, next: pathOf(values.get("next") ?? "/", address) };
}

/** The path that an address names, if it is of the same site: a link must not lead anybody astray. */
function pathOf(next: string, { origin }: URL): string {
  if (!URL.canParse(next, origin)) return "/";
  const url = new URL(next, origin);
  return url.origin === origin ? url.pathname + url.search : "/";
}
