import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";

const resultBySocket = new WeakMap<Socket, Promise<boolean>>();

/** Refuses requests from programs that run under another account on this machine, if the account can be determined. */
export const ownAccountOnly: MiddlewareHandler = async (
  c: Context<{ Bindings: Partial<HttpBindings> }>,
  next,
) => {
  const socket = c.env?.incoming?.socket;
  // A test may call the application directly.
  if (!socket) return next();
  const result = resultBySocket.get(socket) ?? isOfOtherAccount(socket);
  resultBySocket.set(socket, result);
  if (!(await result)) return next();
  return c.text("This is for the account of this machine that has started the server.\n", 403);
};

/** The two ends of a connection, as its server sees them. */
type Connection = Pick<Socket, "localAddress" | "localPort" | "remoteAddress" | "remotePort">;

/** A socket in the kernel's tables. */
interface TableRow {
  readonly uid: number;
  /** 0 for a socket that its program has closed. The kernel then no longer reports the user. */
  readonly inode: number;
}

/**
 * Returns whether a connection within this machine comes from a program of another account. The root user counts as the
 * server's own account. Only Linux reports the account of a connection, so the result is false on other systems. Also
 * returns false if the server runs as root, because it is then usually in a container, where another user's proxy
 * forwards its port.
 */
export async function isOfOtherAccount(connection: Connection): Promise<boolean> {
  const ownUid = process.getuid?.();
  if (process.platform !== "linux" || !ownUid) return false;
  const tables = await Promise.all(
    ["/proc/net/tcp", "/proc/net/tcp6"].map((path) => readFile(path, "latin1").catch(() => "")),
  );
  return belongsToOther(tables.join("\n"), connection, ownUid);
}

/** @param table the content of `/proc/net/tcp` and `/proc/net/tcp6` (proc_net_tcp.rst of the Linux kernel) */
export function belongsToOther(table: string, connection: Connection, ownUid: number): boolean {
  const { localAddress, localPort, remoteAddress, remotePort } = connection;
  const ownForms = addressForms(localAddress, localPort);
  const otherForms = addressForms(remoteAddress, remotePort);
  // Some sandboxes show an empty table, which says nothing about the account.
  if (findRows(table, ownForms, otherForms).length === 0) return false;
  const rows = findRows(table, otherForms, ownForms);
  return (
    rows.length === 0 || rows.some(({ uid, inode }) => inode === 0 || ![0, ownUid].includes(uid))
  );
}

function findRows(
  table: string,
  localForms: readonly string[],
  remoteForms: readonly string[],
): TableRow[] {
  return table.split("\n").flatMap((line) => {
    const [, local = "", remote = "", , , , , uid, , inode] = line.trim().split(/\s+/);
    const isMatch = localForms.includes(local) && remoteForms.includes(remote);
    return isMatch ? [{ uid: Number(uid), inode: Number(inode) }] : [];
  });
}

/**
 * Returns the forms in which the tables write an address and a port. An IPv4 address also occurs as an IPv6 address.
 */
function addressForms(address = "", port = 0): readonly string[] {
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
  const [ipv4] = /\d+\.\d+\.\d+\.\d+$/.exec(address) ?? [];
  if (ipv4 !== undefined) {
    const ipv4Hex = hexNumber(ipv4.split(".").map(Number));
    const mappedHex = hexNumber([0, 0, 0, 0]).repeat(2) + hexNumber([0, 0, 0xff, 0xff]) + ipv4Hex;
    return [`${ipv4Hex}:${hexPort}`, `${mappedHex}:${hexPort}`];
  }
  // The only IPv6 address within this machine is ::1.
  return address === "::1"
    ? [`${hexNumber([0, 0, 0, 0]).repeat(3)}${hexNumber([0, 0, 0, 1])}:${hexPort}`]
    : [];
}

/** Formats four bytes as a hexadecimal number in the byte order of this machine. */
function hexNumber(bytes: readonly number[]): string {
  const [number = 0] = new Uint32Array(Uint8Array.from(bytes).buffer);
  return number.toString(16).padStart(8, "0").toUpperCase();
}
