/** The caller of a request, as the server has authenticated it. */
export interface Caller {
  /** The database role. */
  readonly role: string;
  /** The claims of the token. For an API key, only the role. */
  readonly claims: Readonly<Record<string, unknown>>;
}
