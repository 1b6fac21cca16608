import { maxNameLength } from "./topic.ts";

interface Details {
  readonly code?: string | undefined;
  readonly status?: number;
  readonly body?: object;
  readonly cause?: unknown;
}

/**
 * An error that is sent to a client. Channels send its `reason`, the HTTP endpoints its `status` and `body`.
 *
 * Source: supabase/realtime (`ERROR_CODES.md`, `realtime_channel.ex`, `fallback_controller.ex`).
 */
export class RealtimeError extends Error {
  override readonly name = "RealtimeError";
  /** The reference's error code, for errors of channels and tokens. */
  readonly code: string | undefined;
  readonly status: number;
  readonly #body: object;

  constructor(message: string, { code, status = 400, body = { message }, cause }: Details = {}) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.#body = body;
  }

  body(): object {
    return this.#body;
  }

  /** True if the error must be logged as a failed authentication or authorization (OWASP ASVS 5.0, 16.3). */
  get isAuthFailure(): boolean {
    return this.code === "Unauthorized" || /JWT|^Jwt/.test(this.code ?? "");
  }

  /** The text in the reply to a join. */
  get reason(): string {
    return this.code === undefined ? this.message : `${this.code}: ${this.message}`;
  }
}

const channelError = (code: string | undefined, message: string) =>
  new RealtimeError(message, { code });

const tokenError = (code: string, message: string, error = message) =>
  new RealtimeError(message, { code, status: 401, body: { error } });

const httpError = (status: number, body: object) =>
  new RealtimeError(`The request was answered with ${status}.`, { status, body });

// Errors of channels.

export const topicNameRequired = () =>
  channelError("TopicNameRequired", "You must provide a topic name");
export const tooManyJoins = () =>
  channelError("ClientJoinRateLimitReached", "Too many joins per second");
export const joinTooLarge = () => channelError(undefined, "The join is too large");
export const tooManyChannels = () => channelError("ChannelRateLimitReached", "Too many channels");
export const privateOnly = () =>
  channelError("PrivateOnly", "This project only allows private channels");
export const tooManyChangeEntries = () => channelError(undefined, "Too many postgres_changes");
export const readForbidden = (topic: string) =>
  channelError(
    "Unauthorized",
    `You do not have permissions to read from this Channel topic: ${topic}`,
  );
export const readRevoked = (topic: string) =>
  channelError(
    "Unauthorized",
    `You no longer have permission to read from this Channel topic: ${topic}`,
  );
export const replayNotAllowed = () =>
  channelError("UnableToReplayMessages", "Replay is not allowed for public channels");
export const invalidReplay = () =>
  channelError("UnableToReplayMessages", "Replay params are not valid");
export const replayFailed = () =>
  channelError("UnableToReplayMessages", "Realtime was unable to replay messages");
export const queryCanceled = () =>
  channelError("QueryCanceled", "Query was cancelled, please try again");
export const connectionPoolTooSmall = () =>
  channelError("IncreaseConnectionPool", "Please increase your connection pool size");
export const databaseUnreachable = () =>
  channelError(
    "UnableToConnectToProject",
    "Realtime was unable to connect to the project database",
  );
export const changesRefused = (reason: string) =>
  channelError("RealtimeDisabledForConfiguration", reason);
export const changesTimedOut = (waitMs: number) =>
  channelError(
    "PostgresChangesSubscribeTimeout",
    `The subscription to postgres_changes was not ready within ${waitMs} ms`,
  );
export const unknownChannelError = () => channelError(undefined, "Unknown Error on Channel");

/** Returns the error for a refused subscription to table changes. The client receives it in a system message. */
export const subscriptionRefused = (message: string, cause?: unknown) =>
  new RealtimeError(message, { cause });

/**
 * Returns the error for a frame that does not follow the protocol. The socket drops the frame, as the reference does.
 */
export const malformedFrame = (message: string) => new RealtimeError(message);

// Texts of system messages, replies and close frames.

export const unmatchedTopic = "unmatched topic";
export const tooManyMessages = "Too many messages per second";
export const tooManyUnreadMessages = "Too many unread messages";
export const messageTooSlow = "Message takes too long";
export const tooManyPresenceCalls = "Client presence rate limit exceeded";
export const presencePayloadInvalid = "Presence track payload must be a map";
export const presencePayloadTooLarge = "Track message size exceeded";
export const broadcastTooLarge = "payload_size_exceeded";
export const changesMissed = "Changes may have been missed";
export const changesUnavailable = "Table changes are not available";

// Errors of tokens (`lib/realtime_web/channels/auth`).

export const tokenExpired = (secondsAgo: number) =>
  tokenError("InvalidJWTToken", `Token has expired ${secondsAgo} seconds ago`, "Token has expired");
export const tokenClaimsMissing = () =>
  tokenError("InvalidJWTToken", "Fields `role` and `exp` are required in JWT");
export const tokenInvalid = (message: string) => tokenError("InvalidJWTToken", message);
export const tokenMalformed = () =>
  tokenError("MalformedJWT", "The token provided is not a valid JWT");
export const tokenSignatureInvalid = () =>
  tokenError("JwtSignatureError", "Failed to validate JWT signature");
export const tokenSignerUnknown = (keyId: string | undefined) => {
  const suffix = keyId === undefined ? "" : ` for key ID (kid) ${JSON.stringify(keyId)}`;
  return tokenError(
    "JwtSignerError",
    `Failed to generate JWT signer${suffix}, check your JWT secret or JWKS configuration`,
  );
};

// Errors of the HTTP endpoints.

export const apiKeyMissing = () => httpError(401, { error: "API key is missing" });
export const unsupportedVersion = (vsn: string | undefined) =>
  httpError(403, { error: `This server speaks vsn 1.0.0 and 2.0.0, not ${vsn}` });
export const databaseUnavailable = () => httpError(422, { message: "Tenant database unavailable" });
export const internalError = () => httpError(500, { message: "Internal Server Error" });
export const restarting = () => httpError(503, { error: "Realtime is restarting, please standby" });
export const tooManySockets = () => httpError(429, { error: "Too many connected users" });
export const unauthorized = () => httpError(401, { message: "Unauthorized" });
export const writeForbidden = () => httpError(403, { message: "Unauthorized" });
export const storingNeedsPrivateChannel = () =>
  httpError(422, { error: "Only a message of a private channel can be stored" });
export const storingTimeNotSupported = () =>
  httpError(422, { error: "Stored messages are kept for three days; another time cannot be set" });
export const storingFailed = () => httpError(422, { error: "The message could not be stored" });
export const policyFailed = () => httpError(422, { message: "RLS policy error" });
export const tooManyRequests = () => httpError(429, { message: "Too many requests" });
export const batchTooLarge = () =>
  httpError(429, {
    message: "Too many messages to broadcast, please reduce the batch size",
  });
export const unsupportedMediaType = () =>
  httpError(415, {
    error: "Unsupported Media Type. Use application/json or application/octet-stream",
  });
/** Returns the error for an invalid body. As in Plug, the message is the name of the status. */
export const invalidBody = () => httpError(400, { message: "Bad Request" });
export const bodyTooLarge = () => httpError(413, { message: "Request Entity Too Large" });
export const fieldTooLong = (field: "topic" | "event") =>
  httpError(422, { errors: { [field]: [tooLongMessage] } });
export const payloadTooLarge = () =>
  httpError(422, { errors: { payload: [payloadTooLargeMessage] } });
/** @param messages the errors of each message, or of the list itself */
export const invalidMessages = (messages: readonly string[] | readonly FieldErrors[]) =>
  httpError(422, { errors: { messages } });

/** Error messages by field, as Ecto reports them. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export const tooLongMessage = `should be at most ${maxNameLength} character(s)`;
export const payloadTooLargeMessage = "Payload size exceeds tenant limit";
