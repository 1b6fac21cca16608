import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";

/** A wallet that signs messages, as a browser's extension does. */
export interface Wallet {
  readonly address: string;
  /** Returns the signature as the wire receives it: hexadecimal or base64. */
  sign(message: string): string;
}

/** Creates an Ethereum wallet. Its address is written in lower case, without the checksum of EIP-55. */
export function createEthereumWallet(): Wallet {
  const secretKey = secp256k1.utils.randomSecretKey();
  const key = secp256k1.getPublicKey(secretKey, false);
  const address = Buffer.from(keccak_256(key.subarray(1)).subarray(12)).toString("hex");
  return {
    address: `0x${address}`,
    sign: (message) => {
      const content = Buffer.from(message);
      const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${content.length}`);
      const digest = keccak_256(Buffer.concat([prefix, content]));
      const options = { prehash: false, format: "recovered" } as const;
      const [recovery = 0, ...rs] = secp256k1.sign(digest, secretKey, options);
      return `0x${Buffer.from([...rs, recovery + 27]).toString("hex")}`;
    },
  };
}

/**
 * Creates a Solana wallet.
 *
 * @param envelope a function that returns the bytes to sign for a message; a Ledger device does not sign the message
 * itself
 */
export function createSolanaWallet(
  envelope: (message: Buffer, key: Uint8Array) => Buffer = (message) => message,
): Wallet & { readonly signBytes: (message: Uint8Array) => Uint8Array } {
  const secretKey = ed25519.utils.randomSecretKey();
  const key = ed25519.getPublicKey(secretKey);
  const signBytes = (message: Uint8Array) =>
    ed25519.sign(envelope(Buffer.from(message), key), secretKey);
  return {
    address: encodeBase58(key),
    signBytes,
    sign: (message) => Buffer.from(signBytes(Buffer.from(message))).toString("base64url"),
  };
}

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

function encodeBase58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text;
  const leadingZeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(leadingZeros) + text;
}
