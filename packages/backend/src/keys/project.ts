import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { demoClaims, demoSecret } from "./demo.ts";

/** The keys that applications use to call a project's API. They never change. */
export interface ProjectKeys {
  /** `sb_publishable_…`, for browsers. Has the role `anon` until a user signs in. */
  readonly publishable: string;
  /** `sb_secret_…`, for servers. Has the role `service_role`, which bypasses row-level security. */
  readonly secret: string;
  /** The predecessor of the publishable key, a JWT that is valid for ten years. */
  readonly anon: string;
  /** The predecessor of the secret key, also a JWT. */
  readonly serviceRole: string;
  /**
   * The HS256 key that signs the `anon` and `serviceRole` keys, and verifies tokens that an application signs itself.
   */
  readonly jwtSecret: Uint8Array;
  /** Derives a key for one purpose. It reveals nothing about the keys for other purposes. */
  derive(purpose: string): Uint8Array;
  /**
   * Returns the same key as a cached `KeyObject`, because Node would have to convert a key in bytes for each digest,
   * which is several times slower.
   */
  keyFor(purpose: string): KeyObject;
}

/** The keys that `[auth]` in config.toml can set, so that an application can keep its existing keys. */
export interface ConfiguredKeys {
  readonly publishable_key?: string | undefined;
  readonly secret_key?: string | undefined;
  readonly anon_key?: string | undefined;
  readonly service_role_key?: string | undefined;
  readonly jwt_secret?: string | undefined;
}

const tenYearsSeconds = 10 * 365 * 24 * 60 * 60;

/**
 * Loads the project's keys. The first start generates a secret, and all keys are derived from it.
 *
 * @param configuredKeys the keys that `[auth]` in config.toml sets
 * @param newSecret the secret for a database that does not have one yet
 */
export async function loadProjectKeys(
  database: Database,
  configuredKeys: ConfiguredKeys = {},
  newSecret?: ProjectSecret,
): Promise<ProjectKeys> {
  const storedSecret = await readProjectSecret(database);
  return deriveProjectKeys(
    storedSecret ?? (await storeSecret(database, newSecret)),
    configuredKeys,
  );
}

/** Derives the keys of a project from its secret. */
export async function deriveProjectKeys(
  project: ProjectSecret,
  configuredKeys: ConfiguredKeys,
): Promise<ProjectKeys> {
  // Node would convert a key in bytes for each digest, which is several times slower.
  const secret = createSecretKey(project.secret);
  const derive = (purpose: string) => createHmac("sha256", secret).update(purpose).digest();
  const cachedKeys = new Map<string, KeyObject>();
  const keyFor = (purpose: string) => {
    const key = cachedKeys.get(purpose) ?? createSecretKey(derive(purpose));
    cachedKeys.set(purpose, key);
    return key;
  };
  const jwtSecret = configuredKeys.jwt_secret
    ? new TextEncoder().encode(configuredKeys.jwt_secret)
    : derive("jwt secret");
  const issuedAt = Math.floor(project.created_at.getTime() / 1000);
  const isDemo = configuredKeys.jwt_secret === demoSecret;
  const createJwt = (role: string) => (isDemo ? signDemoKey(role, jwtSecret) : signKey(role));
  const signKey = (role: string) =>
    new SignJWT({ role })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer("portico")
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tenYearsSeconds)
      .sign(jwtSecret);
  return {
    publishable:
      configuredKeys.publishable_key ?? apiKey("sb_publishable_", derive("publishable API key")),
    secret: configuredKeys.secret_key ?? apiKey("sb_secret_", derive("secret API key")),
    anon: configuredKeys.anon_key ?? (await createJwt("anon")),
    serviceRole: configuredKeys.service_role_key ?? (await createJwt("service_role")),
    jwtSecret,
    derive,
    keyFor,
  };
}

/** Signs a key that equals the Supabase CLI's default key byte for byte. */
const signDemoKey = (role: string, secret: Uint8Array) =>
  new SignJWT(demoClaims(role)).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret);

/** The secret that a project's keys are derived from, and when it was created. */
export interface ProjectSecret {
  readonly secret: Uint8Array;
  readonly created_at: Date;
}

/** Creates a secret for a new project. */
export const createProjectSecret = (): ProjectSecret => ({
  secret: randomBytes(32),
  created_at: new Date(),
});

/** Returns the secret of a database, if it has one. */
export async function readProjectSecret(database: Database): Promise<ProjectSecret | undefined> {
  const { rows } = await database.query<ProjectSecret>(
    sql`select secret, created_at from portico.project`,
  );
  return rows[0];
}

async function storeSecret(
  database: Database,
  { secret, created_at } = createProjectSecret(),
): Promise<ProjectSecret> {
  // If two processes start at the same time, the first insert wins, and both processes read its secret.
  await database.query(sql`
    insert into portico.project (secret, created_at) values (${secret}, ${created_at})
    on conflict do nothing`);
  const storedSecret = await readProjectSecret(database);
  if (!storedSecret)
    throw new Error("The project's secret was deleted right after it was created.");
  return storedSecret;
}

/** Formats a key as the hosted service does: the key, an underscore and a checksum. */
function apiKey(prefix: string, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("base64url");
  return `${prefix}${text.slice(0, 22)}_${text.slice(22, 30)}`;
}
