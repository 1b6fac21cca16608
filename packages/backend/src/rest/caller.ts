/** The caller of a request: a database role, and what is known of the caller. The server identifies them. */
export interface Caller {
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}
