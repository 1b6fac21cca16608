import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { replaceFile } from "../private-directory.ts";

/** Ports by purpose, such as `api`. */
type Ports = Readonly<Record<string, number>>;

/**
 * Returns a port for each purpose: the preferred port, or else the port that this project used before, or any free one.
 * Stores it in the data directory, so that an application finds its backend again.
 */
export async function chooseFreePorts<Purpose extends string>(
  directory: string,
  preferred: Readonly<Record<Purpose, number>>,
): Promise<Readonly<Record<Purpose, number>>> {
  const file = join(directory, "ports.json");
  const remembered = await readPorts(file);
  const chosen: Record<string, number> = {};
  for (const [purpose, port] of Object.entries<number>(preferred)) {
    chosen[purpose] = await firstFree([port, remembered[purpose] ?? 0, 0], Object.values(chosen));
  }
  await replaceFile(file, JSON.stringify(chosen));
  return chosen as Readonly<Record<Purpose, number>>;
}

/** How often to choose new ports if another process takes one first. */
const maxAttempts = 5;

/** Calls `open` with free ports. Repeats this with other ports if one of them was taken in the meantime. */
export async function onFreePorts<Purpose extends string, T>(
  directory: string,
  preferred: Readonly<Record<Purpose, number>>,
  open: (ports: Readonly<Record<Purpose, number>>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await open(await chooseFreePorts(directory, preferred));
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken || attempt === maxAttempts) throw error;
    }
  }
}

async function readPorts(file: string): Promise<Ports> {
  try {
    const ports: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof ports === "object" && ports !== null ? (ports as Ports) : {};
  } catch {
    return {};
  }
}

async function firstFree(candidates: readonly number[], taken: readonly number[]): Promise<number> {
  for (const candidate of candidates) {
    if (candidate !== 0 && taken.includes(candidate)) continue;
    const port = await claim(candidate);
    if (port !== undefined) return port;
  }
  throw new Error("This machine has no free port.");
}

/** Returns the port if it is free on both addresses of `localhost`. 0 stands for any free port. */
async function claim(port: number): Promise<number | undefined> {
  const claimed = await listenBriefly(port, "127.0.0.1");
  if (claimed === undefined) return undefined;
  const isFree = (await listenBriefly(claimed, "::1")) !== undefined;
  return isFree ? claimed : undefined;
}

function listenBriefly(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      // A machine without IPv6 only has the IPv4 address.
      resolve(error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT" ? port : undefined),
    );
    server.listen({ port, host, ipv6Only: host === "::1" }, () => {
      const address = server.address();
      const number = typeof address === "object" && address ? address.port : port;
      server.close(() => resolve(number));
    });
  });
}
