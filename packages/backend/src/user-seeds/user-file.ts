import { readFile, stat } from "node:fs/promises";
import { parse, TomlError } from "smol-toml";
import { z } from "zod";
import { isDeeperThan } from "../config/document.ts";
import { UsageError } from "../usage-error.ts";

const maxFileBytes = 5 * 1024 * 1024;
const maxUsers = 10_000;
/** As deep as a body of the admin API may be. */
const maxDepth = 200;
/** The same limit as in the admin API, because names are indexed. */
const maxNameCharacters = 255;

const text = () => z.string().min(1).max(maxNameCharacters);
const metadata = () => z.record(z.string(), z.unknown()).optional();

const factor = z.strictObject({
  /** The only kind of factor that a test can use without a device. */
  factor_type: z.literal("totp").default("totp"),
  friendly_name: text().default("seed"),
  /** The secret in base 32, as an enrollment returns it. */
  secret: z
    .string()
    .max(256)
    .regex(/^[A-Z2-7]{16,}=*$/i, "must be in base 32, with 16 characters or more"),
});

const user = z
  .strictObject({
    id: z.uuid().optional(),
    email: text().optional(),
    phone: text().optional(),
    password: z.string().min(1).max(1024).optional(),
    email_confirm: z.boolean().default(true),
    phone_confirm: z.boolean().default(true),
    role: text().optional(),
    user_metadata: metadata(),
    app_metadata: metadata(),
    /** Whether the user is prevented from signing in. */
    banned: z.boolean().optional(),
    factors: z.array(factor).max(10).default([]),
  })
  .refine(({ email, phone }) => email ?? phone, "must have an email or a phone");

/** An account in the file, with the names of the admin API. */
export type SeedUser = z.output<typeof user>;
export type SeedFactor = z.output<typeof factor>;

const file = z.strictObject({ users: z.array(user).max(maxUsers) });

/**
 * Reads the accounts from a JSON or TOML file.
 *
 * @throws {UsageError} with the location of the mistake
 */
export async function readUserFile(path: string): Promise<readonly SeedUser[]> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) throw new UsageError(`There is no file ${path}.`);
  if (stats.size > maxFileBytes) {
    throw new UsageError(`${path} is larger than ${maxFileBytes / 1024 / 1024} MB.`);
  }
  const { data, error } = file.safeParse(parseText(path, await readFile(path, "utf8")));
  if (data) return data.users;
  const [issue] = error.issues;
  const location = (issue?.path ?? []).map((key) =>
    typeof key === "number" ? `[${key}]` : `.${String(key)}`,
  );
  throw new UsageError(
    `${path}: ${location.join("").replace(/^\./, "") || "the file"}: ${issue?.message}.`,
  );
}

function parseText(path: string, content: string): unknown {
  try {
    const value: unknown = path.endsWith(".toml") ? parse(content) : JSON.parse(content);
    if (isDeeperThan(maxDepth, value)) throw new Error(`it has more than ${maxDepth} levels`);
    return Array.isArray(value) ? { users: value } : value;
  } catch (error) {
    const { message } = error as Error;
    const [reason] = message.split("\n");
    const line = error instanceof TomlError ? `:${error.line}` : "";
    throw new UsageError(`${path}${line}: ${reason}`);
  }
}
