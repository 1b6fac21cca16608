import { join } from "node:path";
import { onDisk } from "../../config/disk.ts";
import { readCertificate } from "../../config/files/certificate.ts";
import { type KeyPair, loadSelfSigned } from "../../config/files/self-signed.ts";
import type { ParsedConfig } from "../../config/sections/schema.ts";
import type { Listeners } from "../../http/listening/app-listeners.ts";
import { chooseFreePorts } from "../../http/listening/free-port.ts";
import { type Listening, listen, originOf } from "../../http/listening/listen.ts";
import { makeDataDirectory } from "../../private-directory.ts";
import type { ServerOptions, StartOptions } from "../options.ts";
import type { Settings } from "./settings.ts";

/**
 * Twice the number of WebSockets that one network may have (`realtime/limits.ts`), so that the network can also send
 * requests.
 */
const maxNetworkConnections = 2_000;

/** The open port of the API. */
export interface ApiPort {
  /** Scheme, host and port, such as `http://localhost:3000`. */
  readonly origin: string;
  /** Passes all requests to these listeners, including the requests that arrived earlier. */
  serve(listeners: Listeners): Promise<Listening>;
  /** Closes all connections immediately after a failed start. */
  abandon(): void;
  readonly warnings: readonly string[];
}

/**
 * Opens the port before the database is open, so that the first requests wait instead of failing. A worker opens it
 * only when it can answer requests, because the other workers answer them until then.
 *
 * In development, a free port replaces config.toml's port if another program uses it, as in `portico dev`. Elsewhere, a
 * proxy would send its requests to the other program.
 *
 * @throws the operating system's error when the port is not available
 */
export async function openApiPort(
  options: StartOptions,
  { config, development, forwarding }: Pick<Settings, "config" | "development" | "forwarding">,
): Promise<ApiPort> {
  const { host, port = config.api.port, reserved, worker, interceptors } = options;
  const address = {
    host,
    reserved: reserved?.port,
    tls: await loadCertificate(options, config),
    maxNetworkConnections: forwarding.proxies === 0 ? maxNetworkConnections : undefined,
  };
  const listeners = Promise.withResolvers<Listeners>();
  const open = (openedPort = port) =>
    listen(
      { ...address, port: openedPort },
      async (request, response) => {
        const { handleRequest } = await listeners.promise;
        await interceptors?.arriving?.(request);
        handleRequest(request, response);
      },
      async (upgrade) => {
        const ready = await listeners.promise;
        await interceptors?.arriving?.(upgrade.request);
        await ready.upgrade(upgrade);
      },
    );
  const mayMove = options.port === undefined && development.isDevelopment;
  const warnings: string[] = [];
  const openOther = async (error: NodeJS.ErrnoException) => {
    if (!mayMove || error.code !== "EADDRINUSE") throw error;
    const opened = await open(await chooseOtherPort(options, port));
    warnings.push(
      `Port ${port} for the API is in use by another program, which clients of that port reach instead. This server is at ${opened.origin}. To choose a port: --port`,
    );
    return opened;
  };
  const openPort = worker ? undefined : await open().catch(openOther);
  return {
    warnings,
    origin: openPort?.origin ?? originOf({ host, port, isSecure: address.tls !== undefined }),
    serve: async (resolvedListeners) => {
      listeners.resolve(resolvedListeners);
      return openPort ?? open();
    },
    abandon: () => openPort?.abandon(),
  };
}

/** Returns a free port, which a project on the embedded database keeps. */
async function chooseOtherPort({ storage }: ServerOptions, port: number): Promise<number> {
  if (!("directory" in storage)) return 0;
  await makeDataDirectory(storage.directory);
  return (await chooseFreePorts(storage.directory, { api: port })).api;
}

async function loadCertificate(
  { project, storage, withoutTls }: ServerOptions,
  { api: { tls } }: ParsedConfig,
): Promise<KeyPair | undefined> {
  if (!tls.enabled || withoutTls) return undefined;
  const projectDirectory = "url" in storage ? join(project, ".portico") : undefined;
  const directory = "directory" in storage ? storage.directory : projectDirectory;
  return (await readCertificate(onDisk(project), tls)) ?? loadSelfSigned(directory);
}
