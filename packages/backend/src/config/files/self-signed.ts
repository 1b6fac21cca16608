import { KeyObject, X509Certificate } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeDataDirectory } from "../../private-directory.ts";

/** A certificate and its private key, in PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Apple's systems do not trust certificates that are valid for longer. */
const lifetimeMs = 825 * dayMs;

/**
 * Returns a self-signed certificate for this machine (`localhost`, 127.0.0.1, ::1). The Supabase CLI ships one with a
 * public private key; this private key never leaves the machine.
 *
 * @param directory where the certificate is stored, so that users have to trust it only once. Without it, the server
 * creates a new certificate each time it starts
 */
export async function loadSelfSigned(directory?: string): Promise<KeyPair> {
  if (directory === undefined) return createCertificate();
  const file = join(directory, "localhost.pem");
  const stored = parsePem(await readFile(file, "utf8").catch(() => ""));
  if (stored && Date.parse(new X509Certificate(stored.cert).validTo) > Date.now() + 30 * dayMs) {
    return stored;
  }
  const certificate = await createCertificate();
  try {
    await makeDataDirectory(directory);
    await writeFile(file, certificate.key + certificate.cert, { mode: 0o600 });
  } catch {
    // Ignore the error: the database opens the same folder next, and its error explains better why the folder cannot be
    // used.
  }
  return certificate;
}

function parsePem(pem: string): KeyPair | undefined {
  const [, key, cert] =
    /^(-----BEGIN PRIVATE KEY-----.+-----END PRIVATE KEY-----\n)(-----BEGIN CERTIFICATE-----.+)$/s.exec(
      pem,
    ) ?? [];
  return key && cert ? { key, cert } : undefined;
}

async function createCertificate(): Promise<KeyPair> {
  // Load these on demand, because few servers need them.
  await import("reflect-metadata");
  const x509 = await import("@peculiar/x509");
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  // Make the certificate valid a day early, because a client's clock may be slow.
  const notBefore = new Date(Date.now() - dayMs);
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=localhost",
    keys,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter: new Date(notBefore.getTime() + lifetimeMs),
    // The certificate is for a server with these names, and cannot sign other certificates.
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: "dns", value: "localhost" },
        { type: "dns", value: "*.localhost" },
        { type: "ip", value: "127.0.0.1" },
        { type: "ip", value: "::1" },
      ]),
    ],
  });
  return {
    cert: `${cert.toString("pem")}\n`,
    key: KeyObject.from(keys.privateKey).export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
