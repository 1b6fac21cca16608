import { onFreePorts } from "../http/listening/free-port.ts";
import { readProjectSecret } from "../keys/project.ts";
import type { Log } from "../log/log.ts";
import { makeDataDirectory } from "../private-directory.ts";
import type { Reservation, ServerOptions } from "../server/options.ts";
import { type SupervisedServer, superviseServer } from "../start/supervised.ts";
import type { BranchFollower } from "./branch-follower.ts";
import { type FollowerOptions, followProject, type ProjectFollower } from "./project-follower.ts";
import { rememberSecret } from "./remembered-secret.ts";

export interface DevelopmentServerOptions
  extends Pick<
    FollowerOptions,
    "project" | "env" | "allowsDrops" | "howToAllowDrops" | "report" | "reportProblems"
  > {
  readonly storage: ServerOptions["storage"];
  /** The private folder of the project. */
  readonly directory: string;
  readonly log: Log;
  /** The preferred ports. */
  readonly ports: { readonly api: number; readonly database: number };
  /** Keeps a separate database for each git branch. */
  readonly branches?: BranchFollower | undefined;
  /** The ports and the secret that were chosen before the server starts. */
  readonly reserved?: ReservedAddress | undefined;
  /** Whether the server starts even if a migration fails. Requests wait until the other migrations are applied. */
  readonly startsWithoutMigrations: boolean;
  /** Receives a message about each step of the first startup. */
  readonly progress?: (message: string) => void;
  /** Called with the server before its files are watched. */
  onStart?(server: SupervisedServer): void;
}

/** The ports and the secret of a server that is about to start. */
export interface ReservedAddress extends Reservation {
  readonly ports: { readonly api: number; readonly database: number };
}

/** A server that applies changes of its project folder. */
export interface DevelopmentServer extends Pick<SupervisedServer, "current" | "onStop"> {
  readonly follower: ProjectFollower;
  /** Stops watching the files, and closes the server. */
  close(): Promise<void>;
}

/**
 * Starts a server on free ports, and keeps it up to date with its project folder.
 *
 * @throws the errors of `startServer`
 */
export async function openDevelopmentServer(
  options: DevelopmentServerOptions,
): Promise<DevelopmentServer> {
  const { project, directory, storage, log, env } = options;
  await makeDataDirectory(directory);
  const migrationsHandled = Promise.withResolvers<void>();
  if (!options.startsWithoutMigrations) migrationsHandled.resolve();
  const interceptors = { arriving: () => migrationsHandled.promise };
  let { reserved, progress } = options;
  const startSupervised = async (ports: ReservedAddress["ports"]) => {
    const { startResumable } = await import("../server/server.ts");
    return superviseServer(async (overrides) => {
      const currentReservation = reserved;
      const currentProgress = progress;
      progress = undefined;
      // Reuse the secret, so that a database in memory keeps its keys when the server restarts.
      reserved = currentReservation && { ...currentReservation, port: undefined };
      const resumable = await startResumable({
        project,
        storage,
        log,
        env,
        host: "127.0.0.1",

        port: ports.api,
        databasePort: ports.database,
        reserved: currentReservation,
        interceptors,
        // Accept another port, because another program may take this one before the database is open.
        acceptsAnyDatabasePort: true,
        leavesMigrations: options.startsWithoutMigrations,
        ...(currentProgress && { progress: currentProgress }),
        ...overrides,
      });
      return { ...resumable, log };
    }, options);
  };
  const supervised = reserved
    ? await startSupervised(reserved.ports)
    : await onFreePorts(directory, options.ports, startSupervised);
  options.onStart?.(supervised);
  const { current, restart, onReplace } = supervised;
  const { branches } = options;
  const follower = followProject({
    ...options,
    current,
    restart,
    onReplace,
    branches: branches && {
      follow: () => branches.follow(supervised.replace),
      watch: branches.watch,
    },
  });
  void follower.migrationsHandled.then(migrationsHandled.resolve);
  if ("directory" in storage) {
    const secret = await readProjectSecret(current().database);
    // Ignore the error: without the stored secret, the next start only takes longer.
    if (secret) await rememberSecret(storage.directory, secret).catch(() => {});
  }
  return {
    current,
    onStop: supervised.onStop,
    follower,
    close: async () => {
      await follower.close();
      await supervised.close();
    },
  };
}
