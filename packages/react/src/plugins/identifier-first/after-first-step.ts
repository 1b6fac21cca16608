/**
 * The code that the form loads after its first field is shown. It is one module, because most visitors need only that
 * field at first.
 */
export { CodeScreen } from "../code/code-screen.tsx";
export { autofillPasskey } from "../passkeys/autofill-passkey.ts";
export { hasPasskeys, signInWithPasskey } from "../passkeys/use-passkey-sign-in.ts";
