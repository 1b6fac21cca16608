import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";

const results = new WeakMap<Socket, Promise<boolean>>();

/** Refuses requests from programs of another account of this machine, while it can be known. */
export const ownAccountOnly: MiddlewareHandler = async (
  c: Context<{ Bindings: Partial<HttpBindings> }>,
  next,
) => {
  const socket = c.env?.incoming?.socket;
  // A test may call the application directly.
  if (!socket) return next();
  const result = results.get(socket) ?? isOfOtherAccount(socket);
  results.set(socket, result);
  if (!(await result)) return next();
  return c.text("This is for the account of this machine that has started the server.\n", 403);
};

/** The ends of a connection, as its server sees them. */
type Connection = Pick<Socket, "localAddress" | "localPort" | "remoteAddress" | "remotePort">;

/** A socket in the kernel's tables. */
interface TableRow {
  readonly uid: number;
  /** 0 for a socket whose program has closed it. Its user is not known any more. */
  readonly inode: number;
}

/**
 * Returns whether the other end of a connection within this machine belongs to another account. The root user counts as
 * this one. Only Linux says whose a connection is; elsewhere the result is false. So it is for a server of the root
 * user, which mostly runs in a container, behind a program of another account that forwards its port.
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
  const own = addressForms(localAddress, localPort);
  const other = addressForms(remoteAddress, remotePort);
  // Some sandboxes show an empty table.
  if (find(table, own, other).length === 0) return false;
  const rows = find(table, other, own);
  return (
    rows.length === 0 || rows.some(({ uid, inode }) => inode === 0 || ![0, ownUid].includes(uid))
  );
}

function find(table: string, from: readonly string[], to: readonly string[]): TableRow[] {
  return table.split("\n").flatMap((line) => {
    const [, local = "", remote = "", , , , , uid, , inode] = line.trim().split(/\s+/);
    const isMatch = from.includes(local) && to.includes(remote);
    return isMatch ? [{ uid: Number(uid), inode: Number(inode) }] : [];
  });
}

/** Returns how the tables write an address and a port: an IPv4 address also as an IPv6 one. */
function addressForms(address = "", port = 0): readonly string[] {
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
  const [ipv4] = /\d+\.\d+\.\d+\.\d+$/.exec(address) ?? [];
  if (ipv4 !== undefined) {
    const plain = hexNumber(ipv4.split(".").map(Number));
    const mapped = hexNumber([0, 0, 0, 0]).repeat(2) + hexNumber([0, 0, 0xff, 0xff]) + plain;
    return [`${plain}:${hexPort}`, `${mapped}:${hexPort}`];
  }
  // Of IPv6, only ::1 is within this machine.
  return address === "::1"
    ? [`${hexNumber([0, 0, 0, 0]).repeat(3)}${hexNumber([0, 0, 0, 1])}:${hexPort}`]
    : [];
}

/** Writes four bytes as a number of this machine, in its order of bytes. */
function hexNumber(bytes: readonly number[]): string {
  const [number = 0] = new Uint32Array(Uint8Array.from(bytes).buffer);
  return number.toString(16).padStart(8, "0").toUpperCase();
}
