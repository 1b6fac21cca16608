/** The caller of a request, as the server has authenticated it. */
export interface Caller {
  /** The database role. */
  readonly role: string;
  /** The claims of the token. An API key has only a role. */
  readonly claims: Readonly<Record<string, unknown>>;
}
