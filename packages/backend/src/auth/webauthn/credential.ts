/** A stored public key, which verifies an authenticator's signatures. */
export interface Credential {
  /** Base64url. */
  readonly id: string;
  /** A COSE key (RFC 9052, section 7). */
  readonly publicKey: Uint8Array;
  /** The attestation format, usually `none`. */
  readonly attestationType: string;
  /** The authenticator's model as a UUID, all zeros if unknown. */
  readonly aaguid: string;
  /** The signature counter; stays at zero for authenticators that do not count. */
  readonly signCount: number;
  /** `usb`, `internal` and so on. */
  readonly transports: readonly string[];
  /** Whether the credential can be synced to the user's other devices. */
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
}

/** A credential in WebAuthn options (Web Authentication, section 5.8.3). */
export interface CredentialDescriptor {
  readonly type: "public-key";
  readonly id: string;
  readonly transports?: readonly string[];
}

/** Thrown if the browser's response is malformed. */
export class UnreadableCredential extends Error {
  override readonly name = "UnreadableCredential";
}

/** Thrown if a response is for another challenge, from another origin, or signed with another key. */
export class RefusedCredential extends Error {
  override readonly name = "RefusedCredential";
}
