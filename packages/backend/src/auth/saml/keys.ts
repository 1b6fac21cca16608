import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

/** Returns the RSA key with that name. The key is created on first use and stored in the database. */
export async function storedSamlKey(
  connection: Connection,
  name: "service" | "sandbox",
): Promise<KeyObject> {
  const select = async () => {
    const { rows } = await connection.query<{ private_key: string }>(
      sql`select private_key from portico.saml_keys where name = ${name}`,
    );
    return rows[0] && createPrivateKey(rows[0].private_key);
  };
  const existing = await select();
  if (existing) return existing;
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  await connection.query(sql`
    insert into portico.saml_keys (name, private_key) values (${name}, ${pem}) on conflict do nothing`);
  // Another process may have created the key first.
  return (await select()) ?? privateKey;
}

/**
 * Returns the certificate of a key, in base64. It only carries the public key, so its fields are fixed: the same key
 * always has the same certificate, and identity providers that store it need no update.
 */
export async function certificateOf(key: KeyObject, host: string): Promise<string> {
  await import("reflect-metadata");
  const x509 = await import("@peculiar/x509");
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const importKey = (format: "pkcs8" | "spki", der: Buffer, usage: "sign" | "verify") =>
    crypto.subtle.importKey(format, new Uint8Array(der), algorithm, true, [usage]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name: `CN=SAML 2.0 Certificate for ${host.replaceAll(/[^\w.:-]/g, "")}`,
    notBefore: new Date(0),
    notAfter: new Date("2169-12-31T00:00:00Z"),
    signingAlgorithm: algorithm,
    keys: {
      privateKey: await importKey("pkcs8", key.export({ type: "pkcs8", format: "der" }), "sign"),
      publicKey: await importKey(
        "spki",
        createPublicKey(key).export({ type: "spki", format: "der" }),
        "verify",
      ),
    },
  });
  return Buffer.from(certificate.rawData).toString("base64");
}
