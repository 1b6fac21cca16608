/**
 * Returns the token of an `Authorization` header, or undefined if the header is missing or is not a bearer token. The
 * scheme is case-insensitive, and one or more spaces follow it (RFC 9110, sections 11.1 and 11.4).
 */
export function parseBearer(authorization: string | null | undefined): string | undefined {
  return authorization?.match(/^Bearer +(\S+)$/i)?.[1];
}
