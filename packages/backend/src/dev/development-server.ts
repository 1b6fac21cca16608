import type { Log } from "../log/log.ts";
import { makeDataDirectory } from "../private-directory.ts";
import type { ServerOptions } from "../server/options.ts";
import { type SupervisedServer, superviseServer } from "../start/supervised.ts";
import type { BranchFollower } from "./branch-follower.ts";
import { type Developer, type DeveloperOptions, followProject } from "./developer.ts";
import { onFreePorts } from "./free-port.ts";

export interface DevelopmentServerOptions
  extends Pick<
    DeveloperOptions,
    "project" | "env" | "allowsDrops" | "howToAllowDrops" | "report" | "reportProblems"
  > {
  readonly storage: ServerOptions["storage"];
  /** The private folder of the project. */
  readonly directory: string;
  readonly log: Log;
  /** The ports to take if they are free. */
  readonly ports: { readonly api: number; readonly database: number };
  /** Keeps one database for each git branch. */
  readonly branches?: BranchFollower | undefined;
  /** Whether the server starts if a migration is refused. */
  readonly startsWithoutMigrations: boolean;
  /** Called with the server before its files are followed. */
  onStart?(server: SupervisedServer): void;
}

/** A server that follows its project folder. */
export interface DevelopmentServer extends Pick<SupervisedServer, "current" | "onStop"> {
  readonly developer: Developer;
  /** Stops following the files, and closes the server. */
  close(): Promise<void>;
}

/**
 * Starts a server on free ports, and keeps it in step with its project folder.
 *
 * @throws as `startServer` does
 */
export async function openDevelopmentServer(
  options: DevelopmentServerOptions,
): Promise<DevelopmentServer> {
  const { project, directory, storage, log, env } = options;
  await makeDataDirectory(directory);
  const supervised = await onFreePorts(directory, options.ports, async (ports) => {
    const { startResumable } = await import("../server/server.ts");
    return superviseServer(async (more) => {
      const resumable = await startResumable({
        ...{ project, storage, log, env, host: "127.0.0.1" },
        ...{ port: ports.api, databasePort: ports.database },
        leavesMigrations: options.startsWithoutMigrations,
        ...more,
      });
      return { ...resumable, log };
    }, options);
  });
  options.onStart?.(supervised);
  const { current, restart } = supervised;
  const { branches } = options;
  const developer = followProject({
    ...{ ...options, current, restart },
    branches: branches && {
      follow: () => branches.follow(supervised.replace),
      watch: branches.watch,
    },
  });
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
