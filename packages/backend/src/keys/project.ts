import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { demoClaims, demoSecret } from "./demo.ts";

/** The keys by which applications reach a project's API. They never change. */
export interface ProjectKeys {
  /** `sb_publishable_…`: for browsers; acts as the role `anon` until a user signs in. */
  readonly publishable: string;
  /** `sb_secret_…`: for servers; acts as `service_role`, past every policy. */
  readonly secret: string;
  /** The publishable key's predecessor, a JWT of ten years. */
  readonly anon: string;
  /** The secret key's predecessor, likewise a JWT. */
  readonly serviceRole: string;
  /** The HS256 key that signs those two, and verifies tokens that an application signs itself. */
  readonly jwtSecret: Uint8Array;
  /** A key for one purpose, which reveals nothing of the others. */
  derive(purpose: string): Uint8Array;
  /** The same for digests, made once: from bytes Node would make a key for each, which takes several times as long. */
  keyFor(purpose: string): KeyObject;
}

/** The keys that `[auth]` of config.toml can set, so that an application keeps those that it has. */
export interface OwnKeys {
  readonly publishable_key?: string | undefined;
  readonly secret_key?: string | undefined;
  readonly anon_key?: string | undefined;
  readonly service_role_key?: string | undefined;
  readonly jwt_secret?: string | undefined;
}

const tenYears = 10 * 365 * 24 * 60 * 60;

/**
 * Loads the project's keys; the first start makes the one secret from which all are derived.
 *
 * @param own the keys that `[auth]` of config.toml sets
 */
export async function loadProjectKeys(database: Database, own: OwnKeys = {}): Promise<ProjectKeys> {
  const project = (await storedProject(database)) ?? (await makeProject(database));
  // From plain bytes Node would make a key for each call, which takes several times as long as the digest.
  const secret = createSecretKey(project.secret);
  const derive = (purpose: string) => createHmac("sha256", secret).update(purpose).digest();
  const made = new Map<string, KeyObject>();
  const keyFor = (purpose: string) => {
    const key = made.get(purpose) ?? createSecretKey(derive(purpose));
    made.set(purpose, key);
    return key;
  };
  const jwtSecret = own.jwt_secret
    ? new TextEncoder().encode(own.jwt_secret)
    : derive("jwt secret");
  const issuedAt = Math.floor(project.created_at.getTime() / 1000);
  const isDemo = own.jwt_secret === demoSecret;
  const jwt = (role: string) => (isDemo ? signDemoKey(role, jwtSecret) : signKey(role));
  const signKey = (role: string) =>
    new SignJWT({ role })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer("portico")
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tenYears)
      .sign(jwtSecret);
  return {
    publishable: own.publishable_key ?? apiKey("sb_publishable_", derive("publishable API key")),
    secret: own.secret_key ?? apiKey("sb_secret_", derive("secret API key")),
    anon: own.anon_key ?? (await jwt("anon")),
    serviceRole: own.service_role_key ?? (await jwt("service_role")),
    jwtSecret,
    derive,
    keyFor,
  };
}

/** The key that an application of the Supabase CLI has, letter by letter. */
const signDemoKey = (role: string, secret: Uint8Array) =>
  new SignJWT(demoClaims(role)).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret);

interface StoredProject {
  readonly secret: Uint8Array;
  readonly created_at: Date;
}

async function storedProject(database: Database): Promise<StoredProject | undefined> {
  const { rows } = await database.query<StoredProject>(
    sql`select secret, created_at from portico.project`,
  );
  return rows[0];
}

async function makeProject(database: Database): Promise<StoredProject> {
  // Of two processes that start at once, the first to write wins, and both read its secret.
  await database.query(sql`
    insert into portico.project (secret) values (${randomBytes(32)}) on conflict do nothing`);
  const made = await storedProject(database);
  if (!made) throw new Error("The project's secret is gone as soon as it was made.");
  return made;
}

/** The hosted service's format: the key and, after an underscore, a checksum. */
function apiKey(prefix: string, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("base64url");
  return `${prefix}${text.slice(0, 22)}_${text.slice(22, 30)}`;
}
