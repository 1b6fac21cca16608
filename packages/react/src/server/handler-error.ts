import { unusedCode } from "../address/unused-code.ts";
import { FieldError } from "../form/failure.ts";
import type { HandlerError } from "../form/handler-state.ts";

/** An error for which the form shows its own text, "Something went wrong" in English. */
const unexpected: HandlerError = { name: "AuthUnknownError", message: "" };

/**
 * Returns an error as plain data. The auth server's messages are kept, because they say, for example, how long to wait.
 *
 * @param report called with errors that are not responses of the auth server
 */
export function handlerErrorOf(error: unknown, report: (error: unknown) => void): HandlerError {
  const thrown: Readonly<Record<string, unknown>> = Object(error);
  const { code, message, name, status } = thrown;
  if (error instanceof FieldError) return { message: error.message, field: error.field };
  if (name === "AuthSessionMissingError")
    return { code: "session_not_found", message: "Your session has ended. Sign in again." };
  if (code === unusedCode.code) return unusedCode;
  // Status 0 means that the auth server did not respond to this handler. The user's own connection works, so do not
  // report a network error.
  if (!thrown["__isAuthError"] || !status) {
    report(error);
    return unexpected;
  }
  return {
    message: String(message),
    name: String(name),
    ...(typeof code === "string" && { code }),
    ...(typeof status === "number" && { status }),
  };
}
