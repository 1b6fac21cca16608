import { AuthError } from "../auth/errors.ts";
import { verifyPassword } from "../auth/passwords/hash.ts";
import { readEmail, readPhone } from "../auth/request/addresses.ts";
import { createFactor, factorsOf, markFactorVerified } from "../auth/users/factors.ts";
import { findOwnerOfEmail, findUser, findUserByPhone, type User } from "../auth/users/users.ts";
import type { Database } from "../database/port.ts";
import { UsageError } from "../usage-error.ts";
import type { SeedUser } from "./user-file.ts";

/** The backend that receives the accounts. */
export interface SeedTarget {
  readonly origin: string;
  readonly secretKey: string;
  readonly database: Database;
}

/** The outcome for one account. */
export interface SeededUser {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly outcome: "created" | "updated";
}

/**
 * Creates accounts through the admin API. An existing account with the same id, e-mail address or phone number is updated,
 * so that the same file can be used again. Its sessions continue unless its password changes.
 *
 * @throws {UsageError} if an account is refused. The accounts before it are kept
 */
export async function seedUsers(
  target: SeedTarget,
  users: readonly SeedUser[],
): Promise<readonly SeededUser[]> {
  const seededUsers: SeededUser[] = [];
  for (const [index, user] of users.entries()) {
    try {
      seededUsers.push(await seedUser(target, user));
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof AuthError)) throw error;
      throw new UsageError(`users[${index}] (${user.email ?? user.phone}): ${error.message}`, {
        cause: error,
      });
    }
  }
  return seededUsers;
}

async function seedUser(target: SeedTarget, user: SeedUser): Promise<SeededUser> {
  const { factors, banned, password, email_confirm, phone_confirm, ...attributes } = user;
  const existing = await findExisting(target.database, user);
  if (existing && user.id !== undefined && existing.id !== user.id) {
    throw new UsageError(`the account exists with the id ${existing.id}, not ${user.id}`);
  }
  const isSamePassword =
    password !== undefined &&
    existing?.encrypted_password &&
    (await verifyPassword(password, existing.encrypted_password));
  const { id } = await sendUser(target, existing, {
    ...attributes,
    // Set this only for a user with an address; otherwise the auth wire would mark a missing address as confirmed.
    ...(user.email !== undefined && { email_confirm }),
    ...(user.phone !== undefined && { phone_confirm }),
    ...(password !== undefined && !isSamePassword && { password }),
    ...(banned !== undefined && { ban_duration: banned ? foreverDuration : "none" }),
  });
  await addFactors(target.database, id, user);
  const outcome = existing ? "updated" : "created";
  return { id, email: user.email ?? null, phone: user.phone ?? null, outcome };
}

/** A hundred years, as in the reference's documentation. */
const foreverDuration = "876000h";

async function findExisting(
  database: Database,
  { id, email, phone }: SeedUser,
): Promise<User | undefined> {
  return (
    (id !== undefined ? await findUser(database, id) : undefined) ??
    (email !== undefined ? await findOwnerOfEmail(database, readEmail(email)) : undefined) ??
    (phone !== undefined ? await findUserByPhone(database, readPhone(phone)) : undefined)
  );
}

async function sendUser(
  { origin, secretKey }: SeedTarget,
  existing: User | undefined,
  { id, ...changes }: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: string }> {
  const path = existing ? `/${existing.id}` : "";
  const response = await fetch(`${origin}/auth/v1/admin/users${path}`, {
    method: existing ? "PUT" : "POST",
    headers: { apikey: secretKey, "content-type": "application/json" },
    body: JSON.stringify(existing ? changes : { ...changes, id }),
  });
  const body = (await response.json()) as { readonly id?: string; readonly msg?: string };
  if (response.ok && body.id !== undefined) return { id: body.id };
  throw new UsageError(body.msg ?? `the server responded with status ${response.status}`);
}

/**
 * Adds factors directly to the database, because the admin API cannot enroll them. The auth wire encrypts the secret
 * on its first use, like that of an imported factor.
 */
async function addFactors(database: Database, id: string, { factors }: SeedUser): Promise<void> {
  if (factors.length === 0) return;
  await database.transaction(async (connection) => {
    const existingFactors = await factorsOf(connection, id);
    for (const { factor_type, friendly_name, secret } of factors) {
      if (existingFactors.some((other) => other.friendly_name === friendly_name)) continue;
      const normalizedSecret = secret.toUpperCase().replace(/=+$/, "");
      const created = await createFactor(connection, id, {
        factor_type,
        friendly_name,
        secret: normalizedSecret,
      });
      await markFactorVerified(connection, created);
    }
  });
}
