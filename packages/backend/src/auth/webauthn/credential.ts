/** What is kept of an authenticator's key pair, to know its signatures by. */
export interface Credential {
  /** Base64url. */
  readonly id: string;
  /** A COSE key (RFC 9052, section 7). */
  readonly publicKey: Uint8Array;
  /** How the authenticator vouched for itself: `none`, as a rule. */
  readonly attestationType: string;
  /** The authenticator's model, a UUID; all zeroes where it does not tell. */
  readonly aaguid: string;
  /** How often it had signed when it was last heard of; some do not count and stay at zero. */
  readonly signCount: number;
  /** How the browser reaches it: `usb`, `internal`, …. */
  readonly transports: readonly string[];
  /** Whether it can be copied to the user's other devices, and whether it was. */
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
}

/** How options name a credential (Web Authentication, section 5.8.3). */
export interface CredentialDescriptor {
  readonly type: "public-key";
  readonly id: string;
  readonly transports?: readonly string[];
}

/** An answer of the browser that is not of the shape that Web Authentication gives it. */
export class UnreadableCredential extends Error {
  override readonly name = "UnreadableCredential";
}

/** An answer that proves nothing: to another challenge, from elsewhere, or signed by somebody else. */
export class RefusedCredential extends Error {
  override readonly name = "RefusedCredential";
}
