/** The longest password that bcrypt reads, in UTF-8 bytes. The auth server rejects longer ones. */
export const maxPasswordBytes = 72;
