/**
 * A failed sign-in at a provider. The application is told by a redirect with `error`, `error_code` and
 * `error_description`, as in Supabase Auth; `cause` is for the log.
 */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  /** The HTTP status, if it is answered rather than redirected. */
  readonly status: number;
  /** Supabase Auth's `error_code`; none if the provider itself refused. */
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

  /** The provider, or the person there, refused; the words are passed on. */
  static refused(error: string, description: string): ProviderError {
    return new ProviderError({ status: 400, code: undefined, error }, description);
  }

  /** The provider is unknown, switched off, or lacks what it needs. */
  static unsupported(reason: string): ProviderError {
    const kind = { status: 400, code: "validation_failed", error: "invalid_request" };
    return new ProviderError(kind, `Unsupported provider: ${reason}`);
  }

  /** The callback is not one that a provider sends. */
  static badCallback(message: string): ProviderError {
    const kind = { status: 400, code: "bad_oauth_callback", error: "invalid_request" };
    return new ProviderError(kind, message);
  }

  /** The callback's state is unknown, forged, spent or too old. */
  static badState(message: string): ProviderError {
    const kind = { status: 400, code: "bad_oauth_state", error: "invalid_request" };
    return new ProviderError(kind, message);
  }

  /** The callback has been followed before, and its flow waits for its code to be exchanged. */
  static usedState(): ProviderError {
    const kind = { status: 400, code: "flow_state_already_used", error: "invalid_request" };
    return new ProviderError(kind, "State has already been used");
  }

  /** The provider's answers are unusable. */
  static failed(message: string, cause?: unknown): ProviderError {
    const kind = { status: 500, code: "unexpected_failure", error: "server_error" };
    return new ProviderError(kind, message, cause);
  }
}
