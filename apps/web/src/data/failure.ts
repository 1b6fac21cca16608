/** A failed request of the data client. */
interface Refusal {
  readonly message: string;
  readonly code?: string;
}

/** A request to the REST API that failed, with the words that the wire or the network gave. */
export class DataFailure extends Error {
  override readonly name = "DataFailure";
  /** The SQLSTATE or the PGRST code; empty when there was no answer. */
  readonly code: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;

  constructor(refusal: Refusal, status: number) {
    super(refusal.message);
    this.code = refusal.code ?? "";
    this.status = status;
  }

  /**
   * True when the backend did not answer: there was no connection, or a proxy answered with a page of its own,
   * which the client takes for the message. All errors of the wire have a code.
   */
  get unanswered(): boolean {
    return this.status === 0 || this.code === "";
  }

  /** True when a retry may succeed. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** Takes the data out of an answer of the data client, or throws its error as a {@link DataFailure}. */
export function dataOf<Data>(answer: {
  data: Data;
  error: Refusal | null;
  status: number;
}): NonNullable<Data> {
  if (answer.error) throw new DataFailure(answer.error, answer.status);
  if (answer.data === null || answer.data === undefined) {
    throw new DataFailure({ message: "The answer was empty." }, answer.status);
  }
  return answer.data;
}

/** Throws the error of an answer whose data do not matter. */
export function expectSuccess(answer: { error: Refusal | null; status: number }): void {
  if (answer.error) throw new DataFailure(answer.error, answer.status);
}
