/** The longest password that bcrypt reads, in bytes of UTF-8. The auth server rejects longer ones. */
export const maxPasswordBytes = 72;
