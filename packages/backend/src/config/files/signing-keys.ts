import type { JWK } from "jose";
import { z } from "zod";
import { ConfigError } from "../config-error.ts";
import { configFileOf } from "../config-file.ts";
import type { ProjectFolder } from "../folder.ts";
import { fromSupabaseFolder } from "./templates.ts";

// See RFC 7518, section 6: `d` is the private part of an EC or RSA key, `k` is a shared secret. A key that no longer
// signs may lack `d`; it still verifies its earlier signatures.
const commonFields = {
  kid: z.string().exactOptional(),
  key_ops: z.array(z.string()).exactOptional(),
};
const keySet = z
  .array(
    z.discriminatedUnion("kty", [
      z.looseObject({
        ...commonFields,
        kty: z.literal("EC"),
        crv: z.literal("P-256"),
        x: z.string(),
        y: z.string(),
        d: z.string().exactOptional(),
        alg: z.literal("ES256").exactOptional(),
      }),
      z.looseObject({
        ...commonFields,
        kty: z.literal("RSA"),
        n: z.string(),
        e: z.string(),
        d: z.string().exactOptional(),
        alg: z.literal("RS256").exactOptional(),
      }),
      z.looseObject({
        ...commonFields,
        kty: z.literal("oct"),
        k: z.string(),
        alg: z.literal("HS256").exactOptional(),
      }),
    ]),
  )
  .nonempty();

/**
 * Reads the JSON Web Keys of `auth.signing_keys_path` in the order of the file. Returns an empty list if the path is
 * not set.
 *
 * @throws {ConfigError} if the file is missing or invalid, or has no key that signs
 */
export async function readSigningKeys(
  folder: ProjectFolder,
  path: string | undefined,
): Promise<readonly JWK[]> {
  if (path === undefined) return [];
  const file = fromSupabaseFolder(path);
  const text = await folder.read(file);
  if (text === undefined) {
    throw new ConfigError([
      `${await configFileOf(folder)}: auth.signing_keys_path leads to ${file}, where there is no file.`,
    ]);
  }
  const keys = keySet.safeParse(parseJson(text));
  if (!keys.success) {
    throw new ConfigError([
      `${file} must hold a JSON list of JSON Web Keys for ES256, RS256 or HS256 (auth.signing_keys_path names it).`,
    ]);
  }
  if (!keys.data.some(canSign)) {
    throw new ConfigError([
      `${file} has no key to sign with: one must be private, and have "sign" in its key_ops if it has any (auth.signing_keys_path names it).`,
    ]);
  }
  return keys.data;
}

/** Returns whether a key can sign and is allowed to (RFC 7517, section 4.3). */
export function canSign({ kty, d, key_ops: operations }: JWK): boolean {
  const isPrivate = kty === "oct" || d !== undefined;
  return isPrivate && (operations?.includes("sign") ?? true);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
