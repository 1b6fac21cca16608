import { Secret, TOTP } from "otpauth";

/** The parameters that every authenticator app assumes (the defaults of RFC 6238). */
const parameters = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** How many time steps a clock may be fast or slow. */
const allowedSkewSteps = 1;

export interface TotpKey {
  /** Base 32 without padding. */
  readonly secret: string;
  /** `otpauth://totp/…`, to be shown as a QR code. */
  readonly uri: string;
}

/**
 * Returns a new key of 160 bits, as RFC 4226 (section 4) recommends.
 *
 * @param issuer the service that the app shows
 * @param account the account that the app shows
 */
export function createTotpKey(issuer: string, account: string): TotpKey {
  const totp = new TOTP({
    ...parameters,
    issuer,
    label: account,
    secret: new Secret({ size: 20 }),
  });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * Returns whether an app with this secret shows this code in the current time step, or in the one before or after it.
 */
export function isTotpCode(secret: string, code: string): boolean {
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });
  return totp.validate({ token: code, window: allowedSkewSteps }) !== null;
}
