/**
 * The part of `node:crypto` that the backend uses, in a browser. Its callers need synchronous results, which the
 * Web Crypto API does not offer, so it uses the audited implementations of @noble.
 */
import { ctr, gcm } from "@noble/ciphers/aes.js";
import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { scryptAsync } from "@noble/hashes/scrypt.js";
import { sha224, sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { Buffer, type Encoding } from "./buffer.ts";

const hashes = { sha1, sha224, sha256, sha384, sha512 };

type Algorithm = keyof typeof hashes;
type Data = string | Uint8Array;

const toBytes = (data: Data) => (typeof data === "string" ? Buffer.from(data) : data);

interface HashState {
  update(data: Uint8Array): unknown;
  digest(): Uint8Array;
}

class Digest {
  readonly #state: HashState;

  constructor(state: HashState) {
    this.#state = state;
  }

  update(data: Data): this {
    this.#state.update(toBytes(data));
    return this;
  }

  digest(): Buffer;
  digest(encoding: Encoding): string;
  digest(encoding?: Encoding): Buffer | string {
    const digest = Buffer.from(this.#state.digest());
    return encoding ? digest.toString(encoding) : digest;
  }
}

export const createHash = (algorithm: Algorithm) => new Digest(hashes[algorithm].create());

export class KeyObject {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

export function createSecretKey(key: Data, encoding?: Encoding): KeyObject {
  return new KeyObject(typeof key === "string" ? Buffer.from(key, encoding) : key);
}

export function createHmac(algorithm: Algorithm, key: KeyObject | Data): Digest {
  const bytes = key instanceof KeyObject ? key.bytes : toBytes(key);
  return new Digest(hmac.create(hashes[algorithm], bytes));
}

export function hkdfSync(
  algorithm: Algorithm,
  key: Data,
  salt: Data,
  info: Data,
  length: number,
): ArrayBuffer {
  const derived = hkdf(hashes[algorithm], toBytes(key), toBytes(salt), toBytes(info), length);
  return new Uint8Array(derived).buffer;
}

export const randomUUID = () => crypto.randomUUID();

export const randomBytes = (size: number) => crypto.getRandomValues(Buffer.alloc(size));

/** Returns a uniformly distributed integer from 0 up to but excluding `limit`. */
export function randomInt(limit: number): number {
  const valueCount = 2 ** 32;
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (value < valueCount - (valueCount % limit)) return value % limit;
  }
}

/** Returns whether two arrays are equal, in constant time. @throws {RangeError} if their lengths differ */
export function timingSafeEqual(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) {
    throw new RangeError("Input buffers must have the same byte length");
  }
  return (
    left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0
  );
}

type Cipher = "aes-256-gcm" | "aes-256-ctr";
const tagBytes = 16;

/** Collects its input until `final`. Inputs are secrets, which are short. */
class BufferedInput {
  readonly #parts: Uint8Array[] = [];

  update(data: Data, _encoding?: string): Buffer {
    this.#parts.push(toBytes(data));
    return Buffer.alloc(0);
  }

  protected get input(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

class Encryption extends BufferedInput {
  readonly #encrypt: (plain: Uint8Array) => Uint8Array;
  readonly #tagBytes: number;
  #tag = Buffer.alloc(0);

  constructor(cipher: Cipher, key: Uint8Array, nonce: Uint8Array) {
    super();
    const isAuthenticated = cipher === "aes-256-gcm";
    this.#encrypt = (plain) => (isAuthenticated ? gcm(key, nonce) : ctr(key, nonce)).encrypt(plain);
    this.#tagBytes = isAuthenticated ? tagBytes : 0;
  }

  final(): Buffer {
    const sealed = Buffer.from(this.#encrypt(this.input));
    const end = sealed.length - this.#tagBytes;
    this.#tag = Buffer.from(sealed.subarray(end));
    return Buffer.from(sealed.subarray(0, end));
  }

  getAuthTag(): Buffer {
    return this.#tag;
  }
}

class Decryption extends BufferedInput {
  readonly #key: Uint8Array;
  readonly #nonce: Uint8Array;
  #tag: Uint8Array = new Uint8Array();

  constructor(key: Uint8Array, nonce: Uint8Array) {
    super();
    this.#key = key;
    this.#nonce = nonce;
  }

  setAuthTag(tag: Uint8Array): void {
    this.#tag = tag;
  }

  /**
   * Returns the decrypted content.
   *
   * @throws {Error} if the tag does not match the content
   */
  final(): Buffer {
    const sealed = Buffer.concat([this.input, this.#tag]);
    return Buffer.from(gcm(this.#key, this.#nonce).decrypt(sealed));
  }
}

export const createCipheriv = (cipher: Cipher, key: Uint8Array, nonce: Uint8Array) =>
  new Encryption(cipher, key, nonce);

export const createDecipheriv = (_: "aes-256-gcm", key: Uint8Array, nonce: Uint8Array) =>
  new Decryption(key, nonce);

interface ScryptOptions {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  readonly maxmem: number;
}

export function scrypt(
  password: string,
  salt: Uint8Array,
  length: number,
  { cost, blockSize, parallelization, maxmem }: ScryptOptions,
  callback: (error: unknown, key: Buffer) => void,
): void {
  const options = { N: cost, r: blockSize, p: parallelization, dkLen: length, maxmem };
  scryptAsync(Buffer.from(password), salt, options).then(
    (key) => callback(null, Buffer.from(key)),
    (error: unknown) => callback(error, Buffer.alloc(0)),
  );
}

const curves = { prime256v1: p256, secp256k1 };

/** Creates a key pair. */
export function createECDH(name: keyof typeof curves) {
  const curve = curves[name];
  let scalar = new Uint8Array();
  return {
    setPrivateKey: (key: Uint8Array<ArrayBuffer>) => {
      scalar = key;
    },
    getPublicKey: () => Buffer.from(curve.getPublicKey(scalar, false)),
    /** Returns the x coordinate of the shared point. */
    computeSecret: (key: Uint8Array) =>
      Buffer.from(curve.getSharedSecret(scalar, key, true).subarray(1)),
  };
}
