import { join } from "node:path";
import { onDisk } from "../../config/disk.ts";
import { readCertificate } from "../../config/files/certificate.ts";
import { type KeyPair, selfSigned } from "../../config/files/self-signed.ts";
import type { ParsedConfig } from "../../config/sections/schema.ts";
import type { Listeners } from "../../http/listener.ts";
import { type Listening, listen, originOf } from "../../http/listening.ts";
import type { ServerOptions } from "../options.ts";

/** The port of the API. */
export interface Entrance {
  /** Scheme, host and port, such as `http://localhost:3000`. */
  readonly origin: string;
  /** Answers by these from now on, the requests that have waited included. */
  serve(listeners: Listeners): Promise<Listening>;
  /** Closes all connections at once, where the start has failed. */
  abandon(): void;
}

/**
 * Opens the port before the database is open, so that the first requests wait instead of failing. One of several
 * processes opens it when it can answer, since another one answers meanwhile.
 *
 * @throws the operating system's error when the port is not available
 */
export async function openEntrance(
  options: ServerOptions,
  config: ParsedConfig,
): Promise<Entrance> {
  const { host, port = config.api.port, worker, interceptors } = options;
  const address = { host, port, tls: await certificateOf(options, config) };
  const listeners = Promise.withResolvers<Listeners>();
  const open = () =>
    listen(
      address,
      async (request, response) => {
        const { answer } = await listeners.promise;
        await interceptors?.arriving?.(request);
        answer(request, response);
      },
      async (upgrade) => {
        const current = await listeners.promise;
        await interceptors?.arriving?.(upgrade.request);
        await current.upgrade(upgrade);
      },
    );
  const early = worker ? undefined : await open();
  return {
    origin: early?.origin ?? originOf(address),
    serve: async (ready) => {
      listeners.resolve(ready);
      return early ?? open();
    },
    abandon: () => early?.abandon(),
  };
}

async function certificateOf(
  { project, storage, withoutTls }: ServerOptions,
  { api: { tls } }: ParsedConfig,
): Promise<KeyPair | undefined> {
  if (!tls.enabled || withoutTls) return undefined;
  const beside = "url" in storage ? join(project, ".portico") : undefined;
  const directory = "directory" in storage ? storage.directory : beside;
  return (await readCertificate(onDisk(project), tls)) ?? selfSigned(directory);
}
