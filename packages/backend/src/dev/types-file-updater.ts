import { join } from "node:path";
import { isWithinProject } from "../config/boundary.ts";
import { generateTypes } from "../generate-types.ts";
import { schemaFingerprint } from "../rest/schema-cache/fingerprint.ts";
import { withUrl } from "../schema-diff/folder-database.ts";
import type { RunningServer } from "../server/server.ts";
import { writeTypesFile } from "./types-file.ts";

export interface TypesFileUpdaterOptions {
  readonly project: string;
  /** The private folder of the project. */
  readonly directory: string;
  /** Returns the server that is currently running. */
  current(): RunningServer;
  /** Receives a message about each update. */
  report(message: string): void;
  /** Called shortly after the schema has changed. */
  onStale(): void;
}

/** Combines notifications, because a migration causes one for each of its statements. */
const debounceMs = 40;

/** When the database schema changes, updates the file that `[portico] types` names. */
export class TypesFileUpdater {
  readonly #options: TypesFileUpdaterOptions;
  #server: RunningServer | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The fingerprint of the schema that the types were written for. */
  #fingerprint: string | undefined;

  constructor(options: TypesFileUpdaterOptions) {
    this.#options = options;
  }

  /**
   * Writes the types if the schema has changed since the last call.
   *
   * @returns the reason if the file could not be written
   */
  async update(): Promise<string | undefined> {
    const { project, directory, current, report } = this.#options;
    const server = current();
    const { database, config } = server;
    const file = config.portico.types;
    if (file === undefined) return undefined;
    await this.#listenForChanges(server);
    const fingerprint = await schemaFingerprint(database);
    if (fingerprint === this.#fingerprint) return undefined;
    if (!(await isWithinProject(project, join(project, file)))) {
      this.#fingerprint = fingerprint;
      return `portico.types: ${file} is outside the project folder, so it is not written.`;
    }
    const schemas = [...new Set(["public", ...config.api.schemas])];
    const types = await withUrl(database, (url) => generateTypes(url, "typescript", schemas));
    const outcome = await writeTypesFile(join(project, file), types, directory);
    this.#fingerprint = fingerprint;
    if (outcome === "written") report(`Wrote ${file}.`);
    return outcome === "edited"
      ? `${file} was edited, so it is not overwritten. Delete it to generate it again.`
      : undefined;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#stopListening?.().catch(() => {});
  }

  /** Listens for schema changes that other programs make. The REST wire reloads its cache on the same channel. */
  async #listenForChanges(server: RunningServer): Promise<void> {
    if (server === this.#server) return;
    // The new server may have another database with the same fingerprint. The previous database is closed, and so are its
    // listeners.
    this.#fingerprint = undefined;
    this.#stopListening = await server.database.listen("pgrst", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#options.onStale, debounceMs);
    });
    this.#server = server;
  }
}
