import { generateKeyPairSync, randomBytes, sign, X509Certificate } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "../database/directory-lock.ts";

/** A certificate and its private key, in PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

const day = 24 * 60 * 60 * 1000;

/** Apple's systems trust none that lives longer. */
const lifetime = 825 * day;

/**
 * A certificate for this machine (`localhost`, 127.0.0.1, ::1), signed by itself. Where the Supabase
 * CLI brings one along, whose private key everybody has, this one is nobody else's.
 *
 * @param directory where it is kept, so that who has trusted it need not do so at the next start; without,
 *   it is made anew
 */
export async function selfSigned(directory?: string): Promise<KeyPair> {
  if (directory === undefined) return makeCertificate();
  const file = join(directory, "localhost.pem");
  const kept = split(await readFile(file, "utf8").catch(() => ""));
  if (kept && Date.parse(new X509Certificate(kept.cert).validTo) > Date.now() + 30 * day) {
    return kept;
  }
  const made = makeCertificate();
  try {
    await makeDirectory(directory);
    await writeFile(file, made.key + made.cert, { mode: 0o600 });
  } catch {
    // Whoever opens the database there a moment later can say better what is wrong with the folder.
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

/** RFC 5280, section 4.1, in DER (ITU-T X.690). */
function makeCertificate(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid.ecdsaWithSha256);
  const name = sequence(value(0x31, sequence(oid.commonName, text("localhost"))));
  // A clock that is a little behind is to take it too.
  const validity = sequence(moment(Date.now() - day), moment(Date.now() - day + lifetime));
  const content = sequence(
    value(0xa0, integer(Buffer.of(2))),
    integer(Buffer.of(0x01, ...randomBytes(15))),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    value(0xa3, sequence(...extensions())),
  );
  const signature = value(0x03, Buffer.of(0), sign("sha256", content, privateKey));
  const der = sequence(content, algorithm, signature).toString("base64");
  const lines = der.match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** What it may be used for: to be a server of these names, and to vouch for nobody else. */
function extensions(): Buffer[] {
  const critical = Buffer.of(0x01, 0x01, 0xff);
  const octets = (content: Buffer) => value(0x04, content);
  const dnsName = (host: string) => value(0x82, Buffer.from(host));
  const address = (...bytes: number[]) => value(0x87, Buffer.of(...bytes));
  const names = sequence(
    dnsName("localhost"),
    dnsName("*.localhost"),
    address(127, 0, 0, 1),
    address(...Array<number>(15).fill(0), 1),
  );
  return [
    sequence(oid.basicConstraints, critical, octets(sequence())),
    sequence(oid.keyUsage, critical, octets(value(0x03, Buffer.of(7, 0x80)))),
    sequence(oid.extendedKeyUsage, octets(sequence(oid.serverAuthentication))),
    sequence(oid.subjectAlternativeName, octets(names)),
  ];
}

const oid = {
  /** 1.2.840.10045.4.3.2 */
  ecdsaWithSha256: value(0x06, Buffer.from("2a8648ce3d040302", "hex")),
  /** 2.5.4.3 */
  commonName: value(0x06, Buffer.from("550403", "hex")),
  /** 2.5.29.15 */
  keyUsage: value(0x06, Buffer.from("551d0f", "hex")),
  /** 2.5.29.17 */
  subjectAlternativeName: value(0x06, Buffer.from("551d11", "hex")),
  /** 2.5.29.19 */
  basicConstraints: value(0x06, Buffer.from("551d13", "hex")),
  /** 2.5.29.37 */
  extendedKeyUsage: value(0x06, Buffer.from("551d25", "hex")),
  /** 1.3.6.1.5.5.7.3.1 */
  serverAuthentication: value(0x06, Buffer.from("2b06010505070301", "hex")),
};

function sequence(...parts: readonly Buffer[]): Buffer {
  return value(0x30, ...parts);
}

function integer(bytes: Buffer): Buffer {
  return value(0x02, bytes);
}

function text(content: string): Buffer {
  return value(0x0c, Buffer.from(content));
}

function moment(time: number): Buffer {
  // UTCTime, which has two digits for the year, must be used until 2049 (section 4.1.2.5).
  const digits = new Date(time).toISOString().replace(/[-:T]/g, "").slice(2, 14);
  return value(0x17, Buffer.from(`${digits}Z`));
}

/** A tag, the length of what follows, and that. */
function value(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, 0x80 | bytes.length, ...bytes), content]);
}
