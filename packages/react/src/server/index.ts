/**
 * A handler that answers the forms' requests on the server, so that they work without a script. It uses the web's
 * `Request` and `Response`.
 *
 * @module
 */

export { FieldError } from "../form/failure.ts";
export type {
  AuthHandlerState,
  HandlerError,
  HandlerLink,
  HandlerSecondFactor,
} from "../form/handler-state.ts";
export type { FormValues } from "../form/view.ts";
export type { CookieMethods, CookieToSet } from "./cookies.ts";
export { createAuthHandler } from "./create-auth-handler.ts";
export type {
  AuthHandler,
  AuthHandlerClient,
  AuthHandlerOptions,
  GateClient,
  PageRequest,
  ServerGate,
  SocialScopes,
} from "./options.ts";
