/** The error in a response of the data client. */
interface ResponseError {
  readonly message: string;
  readonly code?: string;
}

/** A failed data request, with the server's or the network's error message. */
export class DataFailure extends Error {
  override readonly name = "DataFailure";
  /** The SQLSTATE or PGRST code; empty if the server did not respond. */
  readonly code: string;
  /** The HTTP status; 0 if the server did not respond. */
  readonly status: number;

  constructor(error: ResponseError, status: number) {
    super(error.message);
    this.code = error.code ?? "";
    this.status = status;
  }

  /**
   * True if the backend did not respond: the connection failed, or a proxy responded with its own page, which the
   * client uses as the message. Errors of the backend itself always have a code.
   */
  get isUnreachable(): boolean {
    return this.status === 0 || this.code === "";
  }

  /** True if a retry may succeed. */
  get isRetryable(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** Returns the data of a response, or throws its error as a {@link DataFailure}. */
export function dataOf<Data>(response: {
  data: Data;
  error: ResponseError | null;
  status: number;
}): NonNullable<Data> {
  if (response.error) throw new DataFailure(response.error, response.status);
  if (response.data === null || response.data === undefined) {
    throw new DataFailure({ message: "The response was empty." }, response.status);
  }
  return response.data;
}

/** Throws the error of a response, if it has one. Use this when the data are not needed. */
export function expectSuccess(response: { error: ResponseError | null; status: number }): void {
  if (response.error) throw new DataFailure(response.error, response.status);
}
