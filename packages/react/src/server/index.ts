/**
 * The forms without a script: a handler on the web's `Request` and `Response` that answers their requests on the server.
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
