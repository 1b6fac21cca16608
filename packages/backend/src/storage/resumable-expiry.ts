/** An upload that takes longer than this must be restarted. */
export const unfinishedLifetimeMs = 24 * 60 * 60 * 1000;

/**
 * Returns whether an upload has passed its lifetime. Requests for it are then refused with 410, and its files are
 * removed.
 */
export function isExpired({ created }: { readonly created: string }): boolean {
  return Date.parse(created) + unfinishedLifetimeMs < Date.now();
}
