import { createHmac, randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";

/** The keys by which applications reach a project's API. They stay the same for its lifetime. */
export interface ProjectKeys {
  /** `sb_publishable_…`: for browsers; acts as the role `anon` until somebody signs in. */
  readonly publishable: string;
  /** `sb_secret_…`: for servers; acts as `service_role`, past every policy. */
  readonly secret: string;
  /** The publishable key's forerunner, a JWT of ten years. */
  readonly anon: string;
  /** The secret key's forerunner, likewise. */
  readonly serviceRole: string;
  /** The HS256 key that signs those two, and verifies tokens that an application signs itself. */
  readonly jwtSecret: Uint8Array;
  /** A key for one purpose, which tells nothing of the others. */
  derive(purpose: string): Uint8Array;
}

const tenYears = 10 * 365 * 24 * 60 * 60;

/**
 * Loads the project's keys; the first start makes the one secret from which all are derived.
 *
 * @param options.jwtSecret `auth.jwt_secret` of config.toml, where it is set
 */
export async function loadProjectKeys(
  database: Database,
  options: { readonly jwtSecret?: string | undefined } = {},
): Promise<ProjectKeys> {
  const { rows } = await database.query<{ secret: Uint8Array; created_at: Date }>(sql`
    with made as (
      insert into portico.project (secret) values (${randomBytes(32)})
      on conflict do nothing
      returning secret, created_at
    )
    select secret, created_at from made
    union all
    select secret, created_at from portico.project
    limit 1`);
  const project = rows[0];
  if (!project) return loadProjectKeys(database, options);

  const derive = (purpose: string) => createHmac("sha256", project.secret).update(purpose).digest();
  const jwtSecret = options.jwtSecret
    ? new TextEncoder().encode(options.jwtSecret)
    : derive("jwt secret");
  const issuedAt = Math.floor(project.created_at.getTime() / 1000);
  const jwt = (role: string) =>
    new SignJWT({ role })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer("portico")
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tenYears)
      .sign(jwtSecret);
  return {
    publishable: apiKey("sb_publishable_", derive("publishable API key")),
    secret: apiKey("sb_secret_", derive("secret API key")),
    anon: await jwt("anon"),
    serviceRole: await jwt("service_role"),
    jwtSecret,
    derive,
  };
}

/** As the hosted service writes them: the key and, after an underscore, a part to check it by. */
function apiKey(prefix: string, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("base64url");
  return `${prefix}${text.slice(0, 22)}_${text.slice(22, 30)}`;
}
