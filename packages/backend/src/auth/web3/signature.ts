import { decodeBase58 } from "./base58.ts";

/**
 * Returns whether the owner of the address has signed a text with an Ethereum wallet (`personal_sign`, EIP-191). The
 * signature recovers a public key, whose hash is the address.
 *
 * @param signature 65 bytes in hexadecimal, with or without `0x`
 */
export async function hasEthereumSignature(
  text: string,
  signature: string,
  address: string,
): Promise<boolean> {
  // Load the curve only when a wallet signs in.
  const [{ secp256k1 }, { keccak_256 }] = await Promise.all([
    import("@noble/curves/secp256k1.js"),
    import("@noble/hashes/sha3.js"),
  ]);
  const bytes = Buffer.from(signature.replace(/^0x/, ""), "hex");
  if (bytes.length !== 65) return false;
  // Some wallets send the recovery bit as 27 or 28, others as 0 or 1.
  const lastByte = bytes[64] ?? 0;
  const recovery = lastByte >= 27 ? lastByte - 27 : lastByte;
  const content = Buffer.from(text);
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${content.length}`);
  const digest = keccak_256(Buffer.concat([prefix, content]));
  try {
    const compressedKey = secp256k1.recoverPublicKey(
      Uint8Array.from([recovery, ...bytes.subarray(0, 64)]),
      digest,
      { prehash: false },
    );
    const key = secp256k1.Point.fromBytes(compressedKey).toBytes(false);
    const signer = Buffer.from(keccak_256(key.subarray(1)).subarray(12)).toString("hex");
    return `0x${signer}` === address.toLowerCase();
  } catch {
    // No key fits the signature.
    return false;
  }
}

/**
 * Returns whether the owner of the address has signed a text with a Solana wallet, directly or with a Ledger device,
 * which signs an envelope (https://docs.anza.xyz/proposals/off-chain-message-signing).
 */
export async function hasSolanaSignature(
  text: string,
  signature: Uint8Array,
  signer: { readonly address: string; readonly domain: string },
): Promise<boolean> {
  const { ed25519 } = await import("@noble/curves/ed25519.js");
  const key = decodeBase58(signer.address);
  if (key?.length !== 32) return false;
  const content = Buffer.from(text);
  return (
    ed25519.verify(signature, content, key, { zip215: false }) ||
    ed25519.verify(signature, offChainEnvelope(content, key, signer.domain), key, { zip215: false })
  );
}

/** Returns the bytes that a Ledger device signs: a header, the domain, the signer and the message. */
function offChainEnvelope(content: Buffer, key: Uint8Array, domain: string): Buffer {
  const domainBytes = Buffer.alloc(32);
  domainBytes.write(domain, "latin1");
  const length = Buffer.alloc(2);
  length.writeUInt16LE(content.length);
  return Buffer.concat([
    Buffer.from("\xffsolana offchain\0", "latin1"),
    domainBytes,
    // The first byte is the format (0 for ASCII), and the second is the number of signers.
    Buffer.from([0, 1]),
    key,
    length,
    content,
  ]);
}
