import { StorageError } from "../storage/errors.ts";

// Errors that only the S3 protocol has. Their codes are those of supabase/storage or of S3.

export const invalidAccessKey = (hint = "") =>
  new StorageError(403, "InvalidAccessKeyId", `The access key does not exist${hint}`);
export const missingSignature = () => new StorageError(403, "AccessDenied", "Missing signature");
export const malformedSignature = (message = "Invalid signature format") =>
  new StorageError(400, "InvalidSignature", message);
export const wrongSignature = () =>
  new StorageError(
    403,
    "SignatureDoesNotMatch",
    "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
  );
export const expiredSignature = () =>
  new StorageError(400, "ExpiredToken", "The provided token has expired.");
export const clockTooSkewed = () =>
  new StorageError(
    403,
    "RequestTimeTooSkewed",
    "The difference between the request time and the server's time is too large.",
  );
export const unsignedHeader = (name: string) =>
  new StorageError(403, "AccessDenied", `The header ${name} is not signed`);
export const wrongContent = () =>
  new StorageError(
    400,
    "XAmzContentSHA256Mismatch",
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  );
export const badDigest = (name: string) =>
  new StorageError(400, "BadDigest", `The ${name} you specified did not match what we received.`);
export const incompleteBody = () =>
  new StorageError(
    400,
    "IncompleteBody",
    "You did not provide the number of bytes specified by the Content-Length HTTP header.",
  );
export const missingLength = () =>
  new StorageError(411, "MissingContentLength", "You must provide the Content-Length HTTP header.");
export const malformedXml = (message = "The XML is not well-formed or has another shape.") =>
  new StorageError(400, "MalformedXML", message);
export const noSuchUpload = () => new StorageError(404, "NoSuchUpload", "Upload not found");
export const invalidPart = (number: number) =>
  new StorageError(
    400,
    "InvalidPart",
    `Part ${number} was not uploaded, or its ETag does not match.`,
  );
export const invalidPartOrder = () =>
  new StorageError(400, "InvalidPartOrder", "The parts must be in ascending order.");
export const preconditionFailed = () =>
  new StorageError(
    412,
    "PreconditionFailed",
    "At least one of the preconditions you specified did not hold.",
  );
export const notImplemented = (parameter: string) =>
  new StorageError(501, "NotImplemented", `The parameter ${parameter} is not supported`);
export const methodNotAllowed = () =>
  new StorageError(405, "MethodNotAllowed", "The method is not allowed against this resource.");
