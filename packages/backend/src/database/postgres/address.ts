import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions } from "node:tls";
import type pg from "pg";
import { parse, toClientConfig } from "pg-connection-string";
import { AddressError } from "../address-error.ts";

/** The servers of a URL, in the order in which to try them. */
export interface Addresses {
  readonly configs: readonly pg.ClientConfig[];
  readonly targetSession: TargetSession;
}

/** `target_session_attrs`. */
export type TargetSession = (typeof targetSessions)[number];

const targetSessions = [
  "any",
  "read-write",
  "read-only",
  "primary",
  "standby",
  "prefer-standby",
] as const;

/**
 * Reads the URL of a database as libpq does: several hosts, `target_session_attrs`, and `sslmode` with its root and
 * client certificates (https://www.postgresql.org/docs/17/libpq-connect.html,
 * https://www.postgresql.org/docs/17/libpq-ssl.html). The driver supports only one host and interprets most modes
 * differently.
 *
 * There are two differences from libpq: the default for several hosts is `read-write`, and `verify-full` without a root
 * certificate uses the certificates of the system.
 *
 * @throws {AddressError}
 */
export function readAddresses(url: string, env: Environment = process.env): Addresses {
  const [, scheme, user = "", hosts = "", path = "", query = ""] =
    /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)([^?]*)(?:\?(.*))?$/.exec(url) ?? [];
  if (!scheme) throw new AddressError("The URL of a database begins with postgresql://");
  const settings = new URLSearchParams(query);
  const takeSetting = (name: string, variable?: string) => {
    const value = settings.get(name) ?? (variable && env[variable]);
    settings.delete(name);
    return value || undefined;
  };
  const hostNames = (takeSetting("host") ?? hosts).split(",");
  const ports = takeSetting("port")?.split(",");
  const targetSession = parseTargetSession(
    takeSetting("target_session_attrs", "PGTARGETSESSIONATTRS"),
    hostNames.length,
  );
  const encryptions = encryptionOptions(takeSetting);
  const configs = hostNames.flatMap((host, index) => {
    const hostPort = ports?.[index] ?? ports?.[0];
    const authority = host.startsWith("/") ? encodeURIComponent(host) : host;
    const port = hostPort && !/:\d+$/.test(host) ? `:${hostPort}` : "";
    const userPrefix = user ? `${user}@` : "";
    const hostUrl = `${scheme}${userPrefix}${authority}${port}${path}?${settings}`;
    const config = parseConfig(hostUrl);
    // A Unix socket needs no encryption.
    const isSocket = config.host?.startsWith("/") ?? false;
    return (isSocket ? [false] : encryptions).map((ssl) => ({ ...config, ssl }));
  });
  return { configs, targetSession };
}

function parseConfig(url: string): pg.ClientConfig {
  try {
    return toClientConfig(parse(url));
  } catch {
    // Replace the parser's own error, because it shows the password.
    throw new AddressError(
      "The URL of a database cannot be read: a port is a number, and in a name or password each of # / ? % is written in percent-encoding, such as %23 for #.",
    );
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

function parseTargetSession(value: string | undefined, hostCount: number): TargetSession {
  if (value === undefined) return hostCount > 1 ? "read-write" : "any";
  const targetSession = targetSessions.find((session) => session === value);
  if (targetSession) return targetSession;
  throw new AddressError(`target_session_attrs must be one of ${targetSessions.join(", ")}.`);
}

type TakeSetting = (name: string, variable?: string) => string | undefined;

/** Returns the encryption options to try in order. False means no encryption. */
function encryptionOptions(takeSetting: TakeSetting): readonly (ConnectionOptions | false)[] {
  const rootCertificate = readRootCertificate(takeSetting("sslrootcert", "PGSSLROOTCERT"));
  const cert = readCertificate(takeSetting("sslcert", "PGSSLCERT"), "sslcert");
  const key = readCertificate(takeSetting("sslkey", "PGSSLKEY"), "sslkey");
  const requiredBySsl = takeSetting("ssl") === "true" ? "require" : undefined;
  const defaultMode = rootCertificate === "system" ? "verify-full" : "prefer";
  const mode = takeSetting("sslmode", "PGSSLMODE") ?? requiredBySsl ?? defaultMode;
  const clientCertificate = { ...(cert && { cert }), ...(key && { key }) };
  const ca =
    rootCertificate === undefined || rootCertificate === "system" ? {} : { ca: rootCertificate };
  const withoutVerification = { ...clientCertificate, rejectUnauthorized: false };
  // Accepts any host name if the root has signed the certificate.
  const signedByRoot = { ...clientCertificate, ...ca, checkServerIdentity: () => undefined };
  switch (mode) {
    case "disable":
      return [false];
    case "allow":
      return [false, withoutVerification];
    case "prefer":
      return [withoutVerification, false];
    case "require":
      return [
        rootCertificate === undefined || rootCertificate === "system"
          ? withoutVerification
          : signedByRoot,
      ];
    case "verify-ca":
      if (rootCertificate === undefined || rootCertificate === "system") {
        throw new AddressError("sslmode=verify-ca needs a root certificate: sslrootcert=FILE.");
      }
      return [signedByRoot];
    case "verify-full":
      return [{ ...clientCertificate, ...ca }];
    default:
      throw new AddressError(
        "sslmode must be disable, allow, prefer, require, verify-ca or verify-full.",
      );
  }
}

function readRootCertificate(path: string | undefined): string | undefined {
  if (path === "system") return path;
  const defaultPath = join(homedir(), ".postgresql", "root.crt");
  return readCertificate(
    path ?? (existsSync(defaultPath) ? defaultPath : undefined),
    "sslrootcert",
  );
}

function readCertificate(path: string | undefined, setting: string): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw new AddressError(`${setting} names ${path}, which cannot be read (${reason}).`);
  }
}
