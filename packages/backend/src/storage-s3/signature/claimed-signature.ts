import {
  clockTooSkewed,
  expiredSignature,
  malformedSignature,
  missingSignature,
} from "../errors.ts";
import { algorithm, type CredentialScope, type RawRequest } from "./canonical.ts";

/** The signature in a request, before verification. */
export interface ClaimedSignature {
  readonly accessKey: string;
  readonly scope: CredentialScope;
  /** The names in lower case. */
  readonly signedHeaders: readonly string[];
  /** The signature in hexadecimal digits. */
  readonly signature: string;
  /** For example `20260131T235959Z`. */
  readonly date: string;
  readonly sessionToken: string | undefined;
  /** The SHA-256 of the body, or a keyword for how the body is signed, such as `UNSIGNED-PAYLOAD`. */
  readonly payload: string;
}

/** The maximum difference between the clocks of the client and the server. */
const maxSkewMs = 15 * 60 * 1000;
const maxExpirySeconds = 604_800;

const unsignedPayload = "UNSIGNED-PAYLOAD";

/**
 * Reads the signature of a request from its header or URL, and checks its time.
 *
 * @throws {StorageError}
 */
export function readClaimedSignature(request: RawRequest, nowMs = Date.now()): ClaimedSignature {
  const { headers, query } = request;
  const authorization = headers.get("authorization");
  if (authorization?.startsWith(`${algorithm} `)) return fromHeader(authorization, headers, nowMs);
  const values = new Map(query);
  if (values.has("X-Amz-Credential")) return fromQuery(values, headers, nowMs);
  throw missingSignature();
}

function fromHeader(authorization: string, headers: Headers, nowMs: number): ClaimedSignature {
  const parts = new Map(
    authorization
      .slice(algorithm.length)
      .split(",")
      .map((part) => {
        const [name = "", ...value] = part.trim().split("=");
        return [name, value.join("=")] as const;
      }),
  );
  const date = headers.get("x-amz-date") ?? "";
  const signature = validateClaim({
    credential: parts.get("Credential"),
    signedHeaders: parts.get("SignedHeaders"),
    signature: parts.get("Signature"),
    date,
    sessionToken: headers.get("x-amz-security-token") ?? undefined,
    payload: headers.get("x-amz-content-sha256") ?? unsignedPayload,
  });
  if (Math.abs(timeOf(date) - nowMs) > maxSkewMs) throw clockTooSkewed();
  return signature;
}

function fromQuery(
  query: ReadonlyMap<string, string>,
  headers: Headers,
  nowMs: number,
): ClaimedSignature {
  const date = query.get("X-Amz-Date") ?? "";
  const expires = query.get("X-Amz-Expires") ?? "";
  if (query.get("X-Amz-Algorithm") !== algorithm) throw malformedSignature();
  const signature = validateClaim({
    credential: query.get("X-Amz-Credential"),
    signedHeaders: query.get("X-Amz-SignedHeaders"),
    signature: query.get("X-Amz-Signature"),
    date,
    sessionToken: query.get("X-Amz-Security-Token"),
    payload:
      query.get("X-Amz-Content-Sha256") ?? headers.get("x-amz-content-sha256") ?? unsignedPayload,
  });
  if (!/^\d{1,6}$/.test(expires) || Number(expires) < 1 || Number(expires) > maxExpirySeconds) {
    throw malformedSignature("Invalid expiration");
  }
  const signedAtMs = timeOf(date);
  if (signedAtMs - nowMs > maxSkewMs) throw clockTooSkewed();
  if (signedAtMs + Number(expires) * 1000 < nowMs) throw expiredSignature();
  return signature;
}

interface Claim {
  readonly credential: string | undefined;
  readonly signedHeaders: string | undefined;
  readonly signature: string | undefined;
  readonly date: string;
  readonly sessionToken: string | undefined;
  readonly payload: string;
}

function validateClaim({
  credential = "",
  signedHeaders = "",
  signature = "",
  ...otherFields
}: Claim) {
  const [, accessKey = "", day = "", region = ""] =
    /^([^/]{1,200})\/(\d{8})\/([^/]{0,60})\/s3\/aws4_request$/.exec(credential) ?? [];
  if (accessKey === "") throw malformedSignature("Invalid credentials");
  if (!/^[0-9a-f]{64}$/.test(signature)) throw malformedSignature();
  if (!/^[!-:<-~]{1,100}(;[!-:<-~]{1,100}){0,60}$/.test(signedHeaders)) throw malformedSignature();
  if (!otherFields.date.startsWith(day)) throw malformedSignature("Invalid credentials");
  return {
    accessKey,
    signature,
    ...otherFields,
    scope: { day, region },
    signedHeaders: signedHeaders.toLowerCase().split(";"),
  };
}

/** @throws {StorageError} */
function timeOf(date: string): number {
  const time = /^\d{8}T\d{6}Z$/.test(date)
    ? Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"))
    : Number.NaN;
  if (Number.isNaN(time)) throw malformedSignature("Invalid date");
  return time;
}
