/** The stored part of an authenticator's key pair, which verifies its signatures. */
export interface Credential {
  /** Base64url. */
  readonly id: string;
  /** A COSE key (RFC 9052, section 7). */
  readonly publicKey: Uint8Array;
  /** How the authenticator vouched for itself: `none`, as a rule. */
  readonly attestationType: string;
  /** The authenticator's model, a UUID; all zeroes if it does not tell. */
  readonly aaguid: string;
  /** The number of its signatures at the last one; some authenticators do not count and stay at zero. */
  readonly signCount: number;
  /** How the browser reaches it: `usb`, `internal`, …. */
  readonly transports: readonly string[];
  /** Tells if it can be copied to the user's other devices, and if it was. */
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
}

/** The name of a credential in options (Web Authentication, section 5.8.3). */
export interface CredentialDescriptor {
  readonly type: "public-key";
  readonly id: string;
  readonly transports?: readonly string[];
}

/** A malformed answer of the browser, by Web Authentication. */
export class UnreadableCredential extends Error {
  override readonly name = "UnreadableCredential";
}

/** An answer that proves nothing: to another challenge, from elsewhere, or signed by another key. */
export class RefusedCredential extends Error {
  override readonly name = "RefusedCredential";
}
