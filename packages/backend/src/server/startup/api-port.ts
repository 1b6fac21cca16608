import { join } from "node:path";
import { onDisk } from "../../config/disk.ts";
import { readCertificate } from "../../config/files/certificate.ts";
import { type KeyPair, loadSelfSigned } from "../../config/files/self-signed.ts";
import type { ParsedConfig } from "../../config/sections/schema.ts";
import type { Listeners } from "../../http/listening/app-listeners.ts";
import { type Listening, listen, originOf } from "../../http/listening/listen.ts";
import type { ServerOptions, StartOptions } from "../options.ts";
import type { Settings } from "./settings.ts";

/** Twice as many as the WebSockets that one network may have (`realtime/limits.ts`), so that it can send requests as well. */
const maxNetworkConnections = 2_000;

/** The open port of the API. */
export interface ApiPort {
  /** Scheme, host and port, such as `http://localhost:3000`. */
  readonly origin: string;
  /** Passes all requests to these listeners, including the requests that arrived earlier. */
  serve(listeners: Listeners): Promise<Listening>;
  /** Closes all connections immediately after a failed start. */
  abandon(): void;
}

/**
 * Opens the port before the database is open, so that the first requests wait instead of failing. A worker opens it
 * only when it can answer requests, because the other workers answer them until then.
 *
 * @throws the operating system's error when the port is not available
 */
export async function openApiPort(
  options: StartOptions,
  { config, forwarding }: Pick<Settings, "config" | "forwarding">,
): Promise<ApiPort> {
  const { host, port = config.api.port, reserved, worker, interceptors } = options;
  const address = {
    host,
    port,
    reserved: reserved?.port,
    tls: await loadCertificate(options, config),
    maxNetworkConnections: forwarding.proxies === 0 ? maxNetworkConnections : undefined,
  };
  const listeners = Promise.withResolvers<Listeners>();
  const open = () =>
    listen(
      address,
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
  const openPort = worker ? undefined : await open();
  return {
    origin: openPort?.origin ?? originOf({ host, port, isSecure: address.tls !== undefined }),
    serve: async (resolvedListeners) => {
      listeners.resolve(resolvedListeners);
      return openPort ?? open();
    },
    abandon: () => openPort?.abandon(),
  };
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
