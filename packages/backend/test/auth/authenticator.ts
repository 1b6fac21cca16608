import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  randomBytes,
  sign,
} from "node:crypto";

/** The algorithms that an authenticator can sign with (IANA, "COSE Algorithms"). */
export type Algorithm = keyof typeof algorithms;

const curve = (namedCurve: string) => () => generateKeyPairSync("ec", { namedCurve });
let rsaPair: KeyPairKeyObjectResult | undefined;
/** A shared key pair, because generating one takes a quarter of a second. */
const rsa = () => {
  rsaPair ??= generateKeyPairSync("rsa", { modulusLength: 2048 });
  return rsaPair;
};
const pss = { padding: 6, saltLength: -1 };

/** Each algorithm's number, key generator, hash, COSE curve and RSA padding. */
const algorithms = {
  ES256: { id: -7, generate: curve("P-256"), hash: "sha256", curve: 1, padding: {} },
  ES384: { id: -35, generate: curve("P-384"), hash: "sha384", curve: 2, padding: {} },
  ES512: { id: -36, generate: curve("P-521"), hash: "sha512", curve: 3, padding: {} },
  RS256: { id: -257, generate: rsa, hash: "sha256", curve: 0, padding: {} },
  RS384: { id: -258, generate: rsa, hash: "sha384", curve: 0, padding: {} },
  RS512: { id: -259, generate: rsa, hash: "sha512", curve: 0, padding: {} },
  PS256: { id: -37, generate: rsa, hash: "sha256", curve: 0, padding: pss },
  PS384: { id: -38, generate: rsa, hash: "sha384", curve: 0, padding: pss },
  PS512: { id: -39, generate: rsa, hash: "sha512", curve: 0, padding: pss },
  EdDSA: {
    id: -8,
    generate: (): KeyPairKeyObjectResult => generateKeyPairSync("ed25519"),
    hash: null,
    curve: 6,
    padding: {},
  },
} as const;

/** The options of `navigator.credentials` that an authenticator uses. */
export interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** How a response differs from a correct one. */
export interface Fault {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly userHandle?: string;
  readonly credentialId?: string;
  readonly signCount?: number;
  /** The user did not touch the authenticator. */
  readonly isAbsent?: boolean;
  /** The user touched the authenticator, but was not verified by PIN or biometrics. */
  readonly isUnverified?: boolean;
  readonly isBackupEligible?: boolean;
  /** The key to sign with, instead of the credential's key. */
  readonly key?: KeyObject;
}

/** A software authenticator with one key pair. Its responses are correct unless a test changes them. */
export interface Authenticator {
  readonly credentialId: string;
  /** Returns the serialized result of `navigator.credentials.create()`. */
  create(options: Options, fault?: Fault): ReturnType<typeof attestationJson>;
  /** Returns the serialized result of `navigator.credentials.get()`. */
  get(options: Options, fault?: Fault): ReturnType<typeof assertionJson>;
}

export interface AuthenticatorSettings {
  readonly origin?: string;
  readonly rpId?: string;
  readonly algorithm?: Algorithm;
  /** The credential's id in hexadecimal. */
  readonly aaguid?: string;
  /** Whether the signature counter increases. On phones it stays at zero. */
  readonly counts?: boolean;
  /** Whether the key can be synced to other devices, as most passkeys can. */
  readonly isBackupEligible?: boolean;
}

export function createAuthenticator(settings: AuthenticatorSettings = {}): Authenticator {
  const { origin = "http://localhost:3000", rpId = "localhost", counts = true } = settings;
  const { aaguid = "0".repeat(32), isBackupEligible = false } = settings;
  const { hash, padding, generate, ...algorithm } = algorithms[settings.algorithm ?? "ES256"];
  const { privateKey, publicKey } = generate();
  const id = randomBytes(32);
  let userHandle = "";
  let signCount = 0;

  const head = (fault: Fault, more: number, count: number) =>
    Buffer.concat([
      sha256(fault.rpId ?? rpId),
      Buffer.from([
        (fault.isAbsent ? 0 : fault.isUnverified ? 0x01 : 0x05) |
          ((fault.isBackupEligible ?? isBackupEligible) ? 0x08 : 0) |
          more,
      ]),
      bigEndian(4, count),
    ]);
  const clientData = (type: string, options: Options, fault: Fault) =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? options.challenge,
        origin: fault.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const idOf = (fault: Fault) => fault.credentialId ?? id.toString("base64url");

  return {
    credentialId: id.toString("base64url"),
    create: (options, fault = {}) => {
      userHandle = options.user?.id ?? "";
      const authData = Buffer.concat([
        head(fault, 0x40, fault.signCount ?? 0),
        Buffer.from(aaguid, "hex"),
        bigEndian(2, id.length),
        id,
        cbor(coseKey(publicKey, algorithm)),
      ]);
      const object: CborValue = new Map<string, CborValue>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return attestationJson(
        idOf(fault),
        clientData("webauthn.create", options, fault),
        cbor(object),
      );
    },
    get: (options, fault = {}) => {
      if (counts) signCount++;
      const authenticatorData = head(fault, 0, fault.signCount ?? signCount);
      const client = clientData("webauthn.get", options, fault);
      const signed = Buffer.concat([authenticatorData, sha256(client)]);
      const signature = sign(hash, signed, { key: fault.key ?? privateKey, ...padding });
      const handle = fault.userHandle ?? userHandle;
      return assertionJson(idOf(fault), { client, authenticatorData, signature, handle });
    },
  };
}

/** Returns a private key that no credential has. */
export const unknownKey = () => algorithms.ES256.generate().privateKey;

function attestationJson(id: string, client: Buffer, attestationObject: Buffer) {
  return {
    id,
    rawId: id,
    type: "public-key" as const,
    response: {
      clientDataJSON: client.toString("base64url"),
      attestationObject: attestationObject.toString("base64url"),
      transports: ["usb" as const],
    },
    clientExtensionResults: {},
  };
}

interface Signed {
  readonly client: Buffer;
  readonly authenticatorData: Buffer;
  readonly signature: Buffer;
  readonly handle: string;
}

function assertionJson(id: string, { client, authenticatorData, signature, handle }: Signed) {
  return {
    id,
    rawId: id,
    type: "public-key" as const,
    response: {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle: handle,
    },
    clientExtensionResults: {},
  };
}

/** Encodes a key as in RFC 9052, section 7, with the parameters of RFC 9053 (curves) and RFC 8230 (RSA). */
function coseKey(key: KeyObject, { id, curve }: { id: number; curve: number }): CborValue {
  const { kty, x = "", y, n = "", e = "" } = key.export({ format: "jwk" });
  const bytes = (text: unknown) => Buffer.from(String(text), "base64url");
  if (kty === "RSA") {
    return new Map<number, CborValue>([
      [1, 3],
      [3, id],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ]);
  }
  return new Map<number, CborValue>([
    [1, kty === "EC" ? 2 : 1],
    [3, id],
    [-1, curve],
    [-2, bytes(x)],
    ...(y === undefined ? [] : [[-3, bytes(y)] as const]),
  ]);
}

type CborValue = number | string | Uint8Array | Map<number | string, CborValue>;

/** Encodes CBOR (RFC 8949) as far as credentials need it. */
function cbor(value: CborValue): Buffer {
  if (typeof value === "number") return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([cborHead(3, text.length), text]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([cborHead(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
  return Buffer.concat([cborHead(5, value.size), ...entries]);
}

function cborHead(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  if (length < 0x100) return Buffer.from([(type << 5) | 24, length]);
  return Buffer.concat([Buffer.from([(type << 5) | 25]), bigEndian(2, length)]);
}

function bigEndian(length: number, value: number): Buffer {
  const buffer = Buffer.alloc(length);
  buffer.writeUIntBE(value, 0, length);
  return buffer;
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}
