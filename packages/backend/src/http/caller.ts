/** The caller of a request, as the server has authenticated it. */
export interface Caller {
  /** The database role. */
  readonly role: string;
  /** The claims of the token; only the role for an API key. */
  readonly claims: Readonly<Record<string, unknown>>;
}
