import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { replaceFile } from "../../private-directory.ts";
import { UsageError } from "../../usage-error.ts";

/** Ports by purpose, such as `api`. */
type Ports = Readonly<Record<string, number>>;

/**
 * Returns a port for each purpose: the preferred one, or else the one that this project used before, or any free one.
 * Stores the ports in the data directory, so that the project uses them again.
 */
export async function chooseFreePorts<Purpose extends string>(
  directory: string,
  preferred: Readonly<Record<Purpose, number>>,
): Promise<Readonly<Record<Purpose, number>>> {
  const file = join(directory, "ports.json");
  const storedPorts = await readPorts(file);
  const chosenPorts: Record<string, number> = {};
  for (const [purpose, port] of Object.entries<number>(preferred)) {
    chosenPorts[purpose] = await findFreePort(
      [port, storedPorts[purpose] ?? 0, 0],
      Object.values(chosenPorts),
    );
  }
  await replaceFile(file, JSON.stringify({ ...storedPorts, ...chosenPorts }));
  return chosenPorts as Readonly<Record<Purpose, number>>;
}

/** The maximum number of attempts if other processes take the chosen ports first. */
const maxAttempts = 5;

/** Calls `open` with free ports, and again with other ports if another process has taken one of them. */
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

/** @throws {UsageError} if a port that an option names is in use; 0 stands for any free port */
export async function requireFreePort(port: number, option: string): Promise<void> {
  if ((await probePort(port)) !== undefined) return;
  throw new UsageError(
    `Port ${port} is in use by another program. Choose another one, or leave out ${option} to take a free one.`,
  );
}

async function readPorts(file: string): Promise<Ports> {
  try {
    const ports: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof ports === "object" && ports !== null ? (ports as Ports) : {};
  } catch {
    return {};
  }
}

async function findFreePort(
  candidates: readonly number[],
  excluded: readonly number[],
): Promise<number> {
  for (const candidate of candidates) {
    if (candidate !== 0 && excluded.includes(candidate)) continue;
    const port = await probePort(candidate);
    if (port !== undefined) return port;
  }
  throw new Error("This machine has no free port.");
}

/** Returns the port if it is free on both addresses of `localhost`. For 0, chooses a free port. */
async function probePort(port: number): Promise<number | undefined> {
  const freePort = await listenBriefly(port, "127.0.0.1");
  if (freePort === undefined) return undefined;
  const isFree = (await listenBriefly(freePort, "::1")) !== undefined;
  return isFree ? freePort : undefined;
}

function listenBriefly(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      // On a machine without IPv6, `localhost` is only the IPv4 address.
      resolve(error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT" ? port : undefined),
    );
    server.listen({ port, host, ipv6Only: host === "::1" }, () => {
      const address = server.address();
      const number = typeof address === "object" && address ? address.port : port;
      server.close(() => resolve(number));
    });
  });
}
