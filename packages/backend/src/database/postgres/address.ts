import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions } from "node:tls";
import type pg from "pg";
import { parse, toClientConfig } from "pg-connection-string";
import { AddressError } from "../address-error.ts";

/** The places that a URL names, in the order in which to try them. */
export interface Addresses {
  readonly all: readonly pg.ClientConfig[];
  readonly wanted: Wanted;
}

/** `target_session_attrs`. */
export type Wanted = (typeof sessions)[number];

const sessions = [
  "any",
  "read-write",
  "read-only",
  "primary",
  "standby",
  "prefer-standby",
] as const;

/**
 * Reads the URL of a database as libpq does: several hosts, `target_session_attrs`, and `sslmode` with its root
 * certificate and the client's own (https://www.postgresql.org/docs/17/libpq-connect.html,
 * https://www.postgresql.org/docs/17/libpq-ssl.html). The driver itself takes one host, and has another meaning
 * for most of the modes.
 *
 * In two cases it differs from libpq: of several hosts, the one that can be written to is wanted unless the URL
 * says otherwise, and `verify-full` without a root certificate takes those of the system.
 *
 * @throws {AddressError}
 */
export function readAddresses(url: string, env: Environment = process.env): Addresses {
  const [, scheme, user = "", hosts = "", path = "", query = ""] =
    /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)([^?]*)(?:\?(.*))?$/.exec(url) ?? [];
  if (!scheme) throw new AddressError("The URL of a database begins with postgresql://");
  const settings = new URLSearchParams(query);
  const take = (name: string, variable?: string) => {
    const value = settings.get(name) ?? (variable && env[variable]);
    settings.delete(name);
    return value || undefined;
  };
  const named = (take("host") ?? hosts).split(",");
  const ports = take("port")?.split(",");
  const wanted = wantedBy(take("target_session_attrs", "PGTARGETSESSIONATTRS"), named.length);
  const ways = encryption(take);
  const all = named.flatMap((host, index) => {
    const at = ports?.[index] ?? ports?.[0];
    const authority = host.startsWith("/") ? encodeURIComponent(host) : host;
    const port = at && !/:\d+$/.test(host) ? `:${at}` : "";
    const prefix = user ? `${user}@` : "";
    const one = `${scheme}${prefix}${authority}${port}${path}?${settings}`;
    const config = configOf(one);
    // Over a socket there is nobody in between.
    const isSocket = config.host?.startsWith("/") ?? false;
    return (isSocket ? [false] : ways).map((ssl) => ({ ...config, ssl }));
  });
  return { all, wanted };
}

function configOf(url: string): pg.ClientConfig {
  try {
    return toClientConfig(parse(url));
  } catch {
    // The parser's own error shows the password.
    throw new AddressError(
      "The URL of a database cannot be read: a port is a number, and in a name or password each of # / ? % is written in percent-encoding, such as %23 for #.",
    );
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

function wantedBy(value: string | undefined, hosts: number): Wanted {
  if (value === undefined) return hosts > 1 ? "read-write" : "any";
  const wanted = sessions.find((session) => session === value);
  if (wanted) return wanted;
  throw new AddressError(`target_session_attrs must be one of ${sessions.join(", ")}.`);
}

type Take = (name: string, variable?: string) => string | undefined;

/** With which encryption to try, one after the other; false is without. */
function encryption(take: Take): readonly (ConnectionOptions | false)[] {
  const root = rootCertificate(take("sslrootcert", "PGSSLROOTCERT"));
  const cert = contentOf(take("sslcert", "PGSSLCERT"), "sslcert");
  const key = contentOf(take("sslkey", "PGSSLKEY"), "sslkey");
  const isAsked = take("ssl") === "true" ? "require" : undefined;
  const byDefault = root === "system" ? "verify-full" : "prefer";
  const mode = take("sslmode", "PGSSLMODE") ?? isAsked ?? byDefault;
  const own = { ...(cert && { cert }), ...(key && { key }) };
  const ca = root === undefined || root === "system" ? {} : { ca: root };
  const unverified = { ...own, rejectUnauthorized: false };
  // The certificate has to be one of the root's; the name in it does not matter.
  const byRoot = { ...own, ...ca, checkServerIdentity: () => undefined };
  switch (mode) {
    case "disable":
      return [false];
    case "allow":
      return [false, unverified];
    case "prefer":
      return [unverified, false];
    case "require":
      return [root === undefined || root === "system" ? unverified : byRoot];
    case "verify-ca":
      if (root === undefined || root === "system") {
        throw new AddressError("sslmode=verify-ca needs a root certificate: sslrootcert=FILE.");
      }
      return [byRoot];
    case "verify-full":
      return [{ ...own, ...ca }];
    default:
      throw new AddressError(
        "sslmode must be disable, allow, prefer, require, verify-ca or verify-full.",
      );
  }
}

function rootCertificate(named: string | undefined): string | undefined {
  if (named === "system") return named;
  const usual = join(homedir(), ".postgresql", "root.crt");
  return contentOf(named ?? (existsSync(usual) ? usual : undefined), "sslrootcert");
}

function contentOf(path: string | undefined, setting: string): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw new AddressError(`${setting} names ${path}, which cannot be read (${reason}).`);
  }
}
