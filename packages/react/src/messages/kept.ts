/** What was sent to somebody, who looks for it now. */
export interface Sent {
  /** The view of the form that sent it. */
  readonly view: string;
  /** The address or the number that it was sent to. */
  readonly to: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * What this tab waited for before it was loaded anew.
 *
 * @param patience how long it is waited for, in milliseconds
 */
export function recall(key: string, patience: number): Sent | undefined {
  try {
    const kept: Partial<Record<keyof Sent, unknown>> = Object(
      JSON.parse(sessionStorage.getItem(key) ?? "null"),
    );
    const { view, to, at } = kept;
    if (typeof view !== "string" || typeof to !== "string" || typeof at !== "number")
      return undefined;
    return Date.now() - at < patience ? { view, to, at } : undefined;
  } catch {
    // Storage is forbidden, or what is there is not ours.
    return undefined;
  }
}

/** Keeps it for a reload of this tab; or forgets it. */
export function keep(key: string, sent: Sent | undefined): void {
  try {
    if (sent) sessionStorage.setItem(key, JSON.stringify(sent));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden or full: a reload then shows the form.
  }
}
