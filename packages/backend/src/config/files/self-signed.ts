import { KeyObject, X509Certificate } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeDataDirectory } from "../../private-directory.ts";

/** A certificate and its private key, in PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

const day = 24 * 60 * 60 * 1000;

/** Apple's systems trust no certificate with a longer life. */
const lifetime = 825 * day;

/**
 * A self-signed certificate for this machine (`localhost`, 127.0.0.1, ::1). The Supabase CLI ships one whose
 * private key is public; this key is the machine's own.
 *
 * @param directory where it is kept, so that it need be trusted only once; without it, each start makes a new
 * one
 */
export async function selfSigned(directory?: string): Promise<KeyPair> {
  if (directory === undefined) return makeCertificate();
  const file = join(directory, "localhost.pem");
  const kept = split(await readFile(file, "utf8").catch(() => ""));
  if (kept && Date.parse(new X509Certificate(kept.cert).validTo) > Date.now() + 30 * day) {
    return kept;
  }
  const made = await makeCertificate();
  try {
    await makeDataDirectory(directory);
    await writeFile(file, made.key + made.cert, { mode: 0o600 });
  } catch {
    // The database is opened there next, and reports better what is wrong with the folder.
  }
  return made;
}

function split(pem: string): KeyPair | undefined {
  const [, key, cert] =
    /^(-----BEGIN PRIVATE KEY-----.+-----END PRIVATE KEY-----\n)(-----BEGIN CERTIFICATE-----.+)$/s.exec(
      pem,
    ) ?? [];
  return key && cert ? { key, cert } : undefined;
}

async function makeCertificate(): Promise<KeyPair> {
  // Loaded only where they are needed: few servers need them.
  await import("reflect-metadata");
  const x509 = await import("@peculiar/x509");
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  // A client whose clock is a little behind accepts it too.
  const notBefore = new Date(Date.now() - day);
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=localhost",
    keys,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter: new Date(notBefore.getTime() + lifetime),
    // The certificate is for a server of these names, and signs no other.
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
