import type { DatabaseError } from "../database/errors.ts";

interface Details {
  /** The member `error`, which older clients read, if it differs from the code. */
  readonly label?: string;
  /** The HTTP status, if it is not 400 or 500. */
  readonly httpStatus?: number;
  readonly cause?: unknown;
}

/**
 * An error of the storage wire. The body contains the real status. The HTTP status is 400 for every client
 * error, and 500 for every server error.
 *
 * Source: supabase/storage, `src/internal/errors/codes.ts` and `src/http/error-handler.ts`.
 */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly status: number;
  readonly code: string;
  readonly label: string;
  readonly httpStatus: number;

  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.status = status;
    this.code = code;
    this.label = details.label ?? code;
    this.httpStatus = details.httpStatus ?? (status === 500 ? 500 : 400);
  }

  body() {
    const { status, label, message, code } = this;
    return { statusCode: String(status), error: label, message, code };
  }
}

export const noSuchBucket = () =>
  new StorageError(404, "NoSuchBucket", "Bucket not found", { label: "Bucket not found" });
export const noSuchObject = () =>
  new StorageError(404, "NoSuchKey", "Object not found", { label: "not_found" });
/** Returns the error for an object whose row exists, but whose content is missing. */
export const noContent = () =>
  new StorageError(404, "NoSuchKey", "The resource was not found", { label: "Not found" });
export const alreadyExists = (code: "KeyAlreadyExists" | "BucketAlreadyExists") =>
  new StorageError(409, code, "The resource already exists", { label: "Duplicate" });
export const bucketNotEmpty = () =>
  new StorageError(409, "ResourceNotEmpty", "The bucket you tried to delete is not empty");
export const invalidBucketName = () =>
  new StorageError(400, "InvalidBucketName", "Bucket name invalid", { label: "Invalid Input" });
export const invalidKey = (name: string) =>
  new StorageError(400, "InvalidKey", `Invalid key: ${name}`);
export const invalidMimeType = (type: string) =>
  new StorageError(415, "InvalidMimeType", `mime type ${type} is not supported`, {
    label: "invalid_mime_type",
  });
export const tooLarge = (subject = "object") =>
  new StorageError(413, "EntityTooLarge", `The ${subject} exceeded the maximum allowed size`, {
    label: "Payload too large",
  });
export const invalidRequest = (message: string) => new StorageError(400, "InvalidRequest", message);
export const noBody = () => invalidRequest("No content provided");
export const invalidFileSize = () =>
  invalidRequest("Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B");
export const invalidParameter = (name: string) =>
  new StorageError(400, "InvalidParameter", `Invalid Parameter ${name}`);
export const invalidSignature = (message = "Invalid signature") =>
  new StorageError(400, "InvalidSignature", message);
export const invalidToken = (message: string) => new StorageError(400, "InvalidJWT", message);
export const invalidRange = () =>
  new StorageError(416, "InvalidRange", "invalid range provided", {
    label: "invalid_range",
    httpStatus: 416,
  });
export const accessDenied = (message = "Access denied") =>
  new StorageError(403, "AccessDenied", message, { label: "Unauthorized" });
/** Returns the error for a path that requires the secret key. Unlike most errors, it also has the HTTP status 403. */
export const invalidRole = () =>
  new StorageError(403, "AccessDenied", "Access denied: Invalid role", {
    label: "Unauthorized",
    httpStatus: 403,
  });
export const notEnabled = (message: string) => new StorageError(400, "FeatureNotEnabled", message);
export const versioningNotSupported = () => notEnabled("Versions of objects are not supported yet");
export const tooManyUploads = (max: number) =>
  new StorageError(429, "TooManyUploads", `${max} uploads are unfinished already`);
export const tooManyBytesUnfinished = (max: number) =>
  new StorageError(429, "TooManyUploads", `Unfinished uploads may have ${max} bytes together`);
export const insufficientStorage = (cause?: unknown) =>
  new StorageError(507, "InsufficientStorage", "No space is left for the upload", {
    httpStatus: 507,
    cause,
  });
/** Returns the error for a client that has disconnected. */
export const aborted = () =>
  new StorageError(499, "Aborted", "The request was aborted", { httpStatus: 499 });
/** Returns the error for a request that does not match the schema of its path. */
export const malformed = (message: string) =>
  new StorageError(400, "InvalidRequest", message, { label: "Error" });
export const noRoute = (method: string, path: string) =>
  new StorageError(404, "NotFound", `Route ${method}:${path} not found`, {
    label: "Not Found",
    httpStatus: 404,
  });
export const internalError = () =>
  new StorageError(500, "InternalError", "Internal Server Error", { label: "Internal" });
/** Returns the error for a failure of the file store. */
export const storeFailed = (cause: unknown) =>
  new StorageError(500, "S3Error", cause instanceof Error ? cause.name : "S3Error", { cause });
export const tooManyWaiting = () =>
  new StorageError(429, "SlowDown", "Too many of your requests wait for the database", {
    httpStatus: 429,
  });
export const unavailable = (cause: unknown) =>
  new StorageError(544, "DatabaseTimeout", "The connection to the database timed out", {
    httpStatus: 544,
    cause,
  });

/**
 * Converts a PostgreSQL error to an error of the wire, which reveals nothing about the statement.
 *
 * Source: supabase/storage, `src/storage/database/errors.ts`.
 */
export function fromDatabaseError(error: DatabaseError): StorageError {
  const details = { cause: error };
  switch (error.code) {
    case "42501": {
      const isPolicy = error.message.includes("row-level security");
      const message = isPolicy ? "new row violates row-level security policy" : error.message;
      return new StorageError(403, "AccessDenied", message, { label: "Unauthorized", ...details });
    }
    case "23505":
      return new StorageError(409, "ResourceAlreadyExists", "The resource already exists", {
        label: "Duplicate",
        ...details,
      });
    case "23503":
      return error.detail?.includes("is still referenced from table")
        ? new StorageError(
            409,
            "ResourceReferenced",
            "The resource could not be updated or removed due to a foreign key constraint",
            details,
          )
        : new StorageError(404, "InvalidRequest", "The related resource does not exist", details);
    case "55P03":
      return new StorageError(423, "ResourceLocked", "The resource is locked", details);
    case "57014":
      return unavailable(error);
    case "53100":
      return insufficientStorage(error);
    case "25006":
      return new StorageError(
        503,
        "DatabaseReadOnly",
        "The database is currently in read-only mode. Please try again later.",
        details,
      );
    case "42P17":
      return new StorageError(
        503,
        "DatabaseInvalidObjectDefinition",
        "The database schema is invalid or incompatible.",
        details,
      );
    // Invalid values for a column: a text with a null character, a number out of range, an invalid time, or a key that
    // is too long for its index.
    case "22P02":
    case "22P05":
    case "22021":
    case "22001":
    case "22003":
    case "22007":
    case "22008":
    case "54000":
      return new StorageError(400, "InvalidParameter", error.message, details);
    case "42703":
    case "42P01":
      return new StorageError(
        503,
        "DatabaseSchemaMismatch",
        "The database schema is out of sync. Please run migrations or contact support.",
        details,
      );
    // `set_config('role', …)` refuses a role that is not granted to `authenticator`.
    case "22023":
      return new StorageError(403, "AccessDenied", error.message, {
        label: "Unauthorized",
        ...details,
      });
    default:
      return new StorageError(500, "DatabaseError", `database error, code: ${error.code}`, details);
  }
}
