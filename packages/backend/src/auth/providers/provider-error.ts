/**
 * A failed sign-in at a provider. As in Supabase Auth, the application receives a redirect with `error`, `error_code`
 * and `error_description`; `cause` is only logged.
 */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  /** The HTTP status, if the error is not sent as a redirect. */
  readonly status: number;
  /** Supabase Auth's `error_code`, undefined if the provider itself refused. */
  readonly code: string | undefined;
  /** OAuth's `error` (RFC 6749, section 4.1.2.1). */
  readonly error: string;

  private constructor(
    { status, code, error }: { status: number; code: string | undefined; error: string },
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.error = error;
  }

  /** Creates the error for a sign-in that the provider or the user refused, with the provider's code and description. */
  static refused(error: string, description: string): ProviderError {
    return new ProviderError({ status: 400, code: undefined, error }, description);
  }

  /** The provider is unknown, disabled, or not fully configured. */
  static unsupported(reason: string): ProviderError {
    const details = { status: 400, code: "validation_failed", error: "invalid_request" };
    return new ProviderError(details, `Unsupported provider: ${reason}`);
  }

  /** The callback lacks a required parameter. */
  static badCallback(message: string): ProviderError {
    const details = { status: 400, code: "bad_oauth_callback", error: "invalid_request" };
    return new ProviderError(details, message);
  }

  /** The callback's state is unknown, forged, already used or expired. */
  static badState(message: string): ProviderError {
    const details = { status: 400, code: "bad_oauth_state", error: "invalid_request" };
    return new ProviderError(details, message);
  }

  /** The callback was already handled, and its code has not been exchanged yet. */
  static usedState(): ProviderError {
    const details = { status: 400, code: "flow_state_already_used", error: "invalid_request" };
    return new ProviderError(details, "State has already been used");
  }

  /** The provider's response is invalid. */
  static failed(message: string, cause?: unknown): ProviderError {
    const details = { status: 500, code: "unexpected_failure", error: "server_error" };
    return new ProviderError(details, message, cause);
  }
}
