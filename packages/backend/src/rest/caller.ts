/** The caller of a request, as the server authenticated it: the database role and the token's claims. */
export interface Caller {
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}
