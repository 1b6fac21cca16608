import { createSecureContext } from "node:tls";
import { ConfigError } from "../config-error.ts";
import { configFileOf } from "../config-file.ts";
import type { ProjectFolder } from "../folder.ts";
import type { ParsedConfig } from "../sections/schema.ts";
import type { KeyPair } from "./self-signed.ts";
import { fromSupabaseFolder } from "./templates.ts";

/**
 * Reads the certificate of `[api.tls]`. Returns undefined if it is not set.
 *
 * @throws {ConfigError} if one path is missing, a file does not exist, or the files are not a certificate and its key
 */
export async function readCertificate(
  folder: ProjectFolder,
  { cert_path, key_path }: ParsedConfig["api"]["tls"],
): Promise<KeyPair | undefined> {
  if (cert_path === undefined && key_path === undefined) return undefined;
  if (cert_path === undefined || key_path === undefined) {
    const [missingKey, presentKey] = cert_path === undefined ? ["cert", "key"] : ["key", "cert"];
    throw new ConfigError([
      `${await configFileOf(folder)}: api.tls.${missingKey}_path is missing: api.tls.${presentKey}_path only works together with it.`,
    ]);
  }
  const cert = await readFile(folder, "cert_path", cert_path);
  const key = await readFile(folder, "key_path", key_path);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      `${await configFileOf(folder)}: api.tls.cert_path and api.tls.key_path must lead to a certificate and its private key in PEM (${reason}).`,
    ]);
  }
  return { cert, key };
}

async function readFile(folder: ProjectFolder, name: string, path: string): Promise<string> {
  const file = fromSupabaseFolder(path);
  const text = await folder.read(file);
  if (text === undefined) {
    throw new ConfigError([
      `${await configFileOf(folder)}: api.tls.${name} leads to ${file}, where there is no file.`,
    ]);
  }
  return text;
}
