import { readProjectSecret } from "../keys/project.ts";
import type { Log } from "../log/log.ts";
import { makeDataDirectory } from "../private-directory.ts";
import type { Reservation, ServerOptions } from "../server/options.ts";
import { type SupervisedServer, superviseServer } from "../start/supervised.ts";
import type { BranchFollower } from "./branch-follower.ts";
import { type Developer, type DeveloperOptions, followProject } from "./developer.ts";
import { onFreePorts } from "./free-port.ts";
import { rememberSecret } from "./remembered-secret.ts";

export interface DevelopmentServerOptions
  extends Pick<
    DeveloperOptions,
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
  /** The ports and keys that were chosen before the start. */
  readonly reserved?: ReservedAddress | undefined;
  /** Whether the server starts even if a migration is refused. Requests wait until the other migrations are applied. */
  readonly startsWithoutMigrations: boolean;
  /** Called with the server before its files are watched. */
  onStart?(server: SupervisedServer): void;
}

/** The ports and the secret of a server that is about to start. */
export interface ReservedAddress extends Reservation {
  readonly ports: { readonly api: number; readonly database: number };
}

/** A server that follows its project folder. */
export interface DevelopmentServer extends Pick<SupervisedServer, "current" | "onStop"> {
  readonly developer: Developer;
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
  const migrated = Promise.withResolvers<void>();
  if (!options.startsWithoutMigrations) migrated.resolve();
  const interceptors = { arriving: () => migrated.promise };
  let { reserved } = options;
  const open = async (ports: ReservedAddress["ports"]) => {
    const { startResumable } = await import("../server/server.ts");
    return superviseServer(async (more) => {
      const first = reserved;
      // A database in memory keeps its keys when the server starts again.
      reserved = first && { ...first, port: undefined };
      const resumable = await startResumable({
        ...{ project, storage, log, env, host: "127.0.0.1" },
        ...{ port: ports.api, databasePort: ports.database, reserved: first, interceptors },
        // Another program may take the port before the database is open.
        acceptsAnyDatabasePort: true,
        leavesMigrations: options.startsWithoutMigrations,
        ...more,
      });
      return { ...resumable, log };
    }, options);
  };
  const supervised = reserved
    ? await open(reserved.ports)
    : await onFreePorts(directory, options.ports, open);
  options.onStart?.(supervised);
  const { current, restart, onReplace } = supervised;
  const { branches } = options;
  const developer = followProject({
    ...{ ...options, current, restart, onReplace },
    branches: branches && {
      follow: () => branches.follow(supervised.replace),
      watch: branches.watch,
    },
  });
  void developer.migrated.then(migrated.resolve);
  if ("directory" in storage) {
    const secret = await readProjectSecret(current().database);
    // Without the stored secret, the next start only takes longer.
    if (secret) await rememberSecret(storage.directory, secret).catch(() => {});
  }
  return {
    current,
    onStop: supervised.onStop,
    developer,
    close: async () => {
      await developer.close();
      await supervised.close();
    },
  };
}
