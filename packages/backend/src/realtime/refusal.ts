import { AcquisitionTimeout, DatabaseError, DatabaseUnavailable } from "../database/port.ts";
import { TokenRefused } from "./tokens.ts";

/** A join or a new token is refused, in the reference's words (ERROR_CODES.md, `realtime_channel.ex`). */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: string | undefined;

  constructor(code: string | undefined, message: string) {
    super(message);
    this.code = code;
  }

  /** True when the log is to tell of it (OWASP ASVS 5.0, 16.3.1 and 16.3.2). */
  get concernsIdentity(): boolean {
    return this.code === "Unauthorized" || /JWT|^Jwt/.test(this.code ?? "");
  }

  /** As the reply to a join says it. */
  get reason(): string {
    return this.code === undefined ? this.message : `${this.code}: ${this.message}`;
  }
}

export const mayNotRead = (topic: string) =>
  new Refusal(
    "Unauthorized",
    `You do not have permissions to read from this Channel topic: ${topic}`,
  );

/** The refusal for an error; undefined for a failure of our own. */
export function refusalOf(error: unknown, topic: string): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof TokenRefused) return new Refusal(error.code, error.message);
  if (error instanceof DatabaseError) {
    // A policy that fails refuses.
    return error.code === queryCanceled
      ? new Refusal("QueryCanceled", "Query was cancelled, please try again")
      : mayNotRead(topic);
  }
  if (error instanceof AcquisitionTimeout) {
    return new Refusal("IncreaseConnectionPool", "Please increase your connection pool size");
  }
  if (error instanceof DatabaseUnavailable) {
    return new Refusal("UnableToConnectToProject", noDatabase);
  }
  return undefined;
}

export const noDatabase = "Realtime was unable to connect to the project database";

const queryCanceled = "57014";
