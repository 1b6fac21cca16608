const linkTypes = ["signup", "magiclink", "recovery", "invite", "email_change", "email"] as const;

/** The purpose of a link with a `token_hash`. */
export type LinkType = (typeof linkTypes)[number];

/** Returns whether a value is the purpose of a link. */
export function isLinkType(value: unknown): value is LinkType {
  return linkTypes.some((type) => type === value);
}
