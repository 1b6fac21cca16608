import type { DatabaseError } from "../database/errors.ts";

/** Additional members of an error's body. */
interface Details {
  /** PostgreSQL's code, which has five characters. */
  readonly sqlstate?: string | undefined;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  /** The position in the statement, in characters counted from 1. */
  readonly position?: number | undefined;
  /** The index of the statement in the script, counted from 0. */
  readonly statement?: number | undefined;
  /** The index of the row among those to insert, counted from 0. */
  readonly row?: number | undefined;
  /** The column whose value PostgreSQL refuses. */
  readonly column?: string | undefined;
}

/** An error of the desk's API. */
export class DeskError extends Error {
  override readonly name = "DeskError";
  readonly status: number;
  readonly code: string;
  readonly details: Details;

  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  body() {
    const { code, message, details } = this;
    return { code, message, ...details };
  }
}

export const notThisMachine = () =>
  new DeskError(403, "not_this_machine", "The desk is for the machine that it runs on.");
export const foreignHost = () =>
  new DeskError(421, "foreign_host", "The desk responds only to localhost.");
export const foreignPage = () =>
  new DeskError(403, "foreign_page", "The desk's API responds only to the desk's own page.");
/** The kind of key that opens the desk: the key in the link of a development server, or the project's secret key. */
export type KeyKind = "link" | "secret";
export const keyRequired = (kind: KeyKind = "link") =>
  new DeskError(
    401,
    "key_required",
    kind === "link"
      ? "Open the desk with the link that the server prints when it starts, or that `portico status` shows."
      : "The desk of this server opens with the project's secret key.",
  );
export const tlsRequired = () =>
  new DeskError(
    403,
    "tls_required",
    "Open the desk over https, or on the machine that the server runs on. Behind a proxy, set PORTICO_TRUSTED_PROXIES.",
  );
export const tooManyAttempts = (seconds: number) =>
  new DeskError(429, "too_many_tries", `Too many wrong keys. Try again in ${seconds} seconds.`);
export const onlyInDevelopment = () =>
  new DeskError(404, "only_in_development", "This exists only on a server for development.");
export const noRoute = (method: string, path: string) =>
  new DeskError(404, "no_route", `There is no ${method} ${path}.`);
export const invalidRequest = (message: string) => new DeskError(400, "invalid_request", message);
export const bodyTooLarge = (limit: number) =>
  new DeskError(413, "body_too_large", `The request has more than ${limit} bytes.`);
export const noRelation = (schema: string, name: string) =>
  new DeskError(404, "no_relation", `There is no table or view "${schema}"."${name}".`);
export const noColumn = (name: string) =>
  new DeskError(400, "no_column", `There is no column "${name}".`);
export const noPrimaryKey = (name: string) =>
  new DeskError(
    400,
    "no_primary_key",
    `"${name}" has no primary key, so a single row cannot be changed. Use SQL.`,
  );
/**
 * Returns the error for a statement that cannot run in a transaction.
 *
 * @param position the position of the statement in the script, in characters counted from 1
 */
export const notInTransaction = (text: string, statement: number, position: number) =>
  new DeskError(
    400,
    "not_in_transaction",
    `The desk runs a script in one transaction, in which this cannot be: ${text}`,
    { statement, position },
  );
export const resultTooLarge = (limit: number) =>
  new DeskError(
    400,
    "result_too_large",
    `The long texts of the result have more than ${limit} bytes. Select fewer rows or columns.`,
  );
export const noUser = () => new DeskError(404, "no_user", "This user does not exist anymore.");
export const invalidRole = (role: string) =>
  new DeskError(
    400,
    "invalid_role",
    `The role "${role}" does not exist, or is not granted to authenticator.`,
  );
export const noRequest = () =>
  new DeskError(404, "no_request", "The server has forgotten this request. Send it again.");
export const noQueue = (name: string) =>
  new DeskError(404, "no_queue", `There is no queue "${name}".`);
export const noJob = () => new DeskError(404, "no_job", "This job does not exist anymore.");
export const alreadyRunning = () =>
  new DeskError(409, "already_running", "This job is running at present.");
export const cannotRestore = (reason: string) => new DeskError(409, "cannot_restore", reason);
export const cannotRepeat = (reason: string) => new DeskError(409, "cannot_repeat", reason);
export const noSuchWire = () =>
  new DeskError(
    404,
    "no_such_wire",
    "The server does not serve this part of the project. Is it enabled in supabase/config.toml?",
  );
export const unreachablePath = () =>
  new DeskError(
    400,
    "unreachable_path",
    'An address cannot have this name, because a part of it is "." or "..". Rename it first.',
  );
export const noView = () =>
  new DeskError(404, "no_view", "This preview has expired. Open it again.");
/** Returns an error about the developer's input. It has the message that the corresponding command prints. */
export const inputMistake = (message: string) => new DeskError(400, "mistake", message);
export const noProject = () =>
  new DeskError(
    409,
    "no_project_folder",
    "This server has no project folder, so a file has nowhere to go. Start it in a folder that contains supabase/.",
  );
export const noSnippet = (name: string) =>
  new DeskError(404, "no_snippet", `There is no snippet "${name}" of at most 1 MB.`);
export const takenName = (name: string) =>
  new DeskError(409, "name_taken", `There is another snippet with the name "${name}".`);
export const busy = () =>
  new DeskError(429, "busy", "Too many requests of the desk wait for the database.");
export const unavailable = () =>
  new DeskError(503, "database_unavailable", "The database cannot be reached at present.");
export const unexpected = () =>
  new DeskError(500, "unexpected", "The request failed. The server's log has the reason.");

/** Returns PostgreSQL's error unchanged, because the developer of the schema reads it. */
export function fromDatabaseError(error: DatabaseError, more: Details = {}): DeskError {
  const { code, message, detail, hint, position } = error;
  const status = code === "42501" ? 403 : code === "57014" ? 408 : 400;
  return new DeskError(status, "database", message, {
    sqlstate: code,
    detail,
    hint,
    position,
    ...more,
  });
}
