/** The cookie that the handler of `@portico/react/server` sets until a new password is set. */
export const recoveryCookieName = "portico-recovery";
