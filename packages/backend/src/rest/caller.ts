/** Who asks: a role of the database, and what is known of them. The server finds out. */
export interface Caller {
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}
