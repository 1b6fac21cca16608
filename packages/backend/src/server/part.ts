import type { Hono } from "hono";
import type { Forwarding, LeakCheck, S3Keys, Switches } from "../config/environment/settings.ts";
import type { Project } from "../config/project.ts";
import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import type { LoadedFunctions } from "../functions/project/load.ts";
import type { Wire } from "../http/wire.ts";
import type { AccessTokens } from "../keys/access-token.ts";
import type { ProjectKeys } from "../keys/project.ts";
import type { SigningKeys } from "../keys/signing-keys.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import type { Tracing } from "../monitoring/tracing.ts";
import type { Transport } from "../realtime/bus/transport.ts";
import type { FileStore } from "../storage/files/port.ts";
import type { UnfinishedUploads } from "../storage/files/unfinished.ts";
import type { Troubles } from "../trouble.ts";
import type { Development } from "./development.ts";
import type { ServerOptions, StartOptions } from "./options.ts";
import type { SessionsOnStandby } from "./sessions-on-standby.ts";

/** A part of the server, such as a wire, the inbox or the page. It is created once the database is open. */
export interface Part extends Omit<Wire, "app"> {
  /** Adds its routes to the server. */
  mount?(app: Hono): void;
}

/** The dependencies of the parts that both a server and a browser tab have. */
export interface CoreContext {
  readonly options: Pick<ServerOptions, "env" | "log" | "expose" | "interceptors" | "worker">;
  readonly config: Config;
  readonly project: Project;
  readonly switches: Switches;
  readonly leakCheck: LeakCheck | undefined;
  readonly development: Development;
  readonly database: Database;
  /** Decides which sessions may read from the standby, if there is one. */
  readonly standby: SessionsOnStandby | undefined;
  readonly keys: ProjectKeys;
  readonly signingKeys: SigningKeys;
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
  /** The access tokens that the auth wire issues. */
  readonly tokens: AccessTokens;
}

/** The dependencies that every part of a server can use. */
export interface ServerContext extends CoreContext {
  readonly options: StartOptions;
  readonly forwarding: Forwarding;
  /** The store for file contents. The database only contains a row for each file. */
  readonly files: FileStore;
  readonly unfinished: UnfinishedUploads;
  readonly functions: LoadedFunctions;
  readonly s3Keys: S3Keys;
  /** The failures that a developer injects; undefined unless the server is for development. */
  readonly troubles: Troubles | undefined;
  /** Connects the channels of several processes; undefined if the database connects them. */
  readonly realtimeTransport: Transport | undefined;
}
