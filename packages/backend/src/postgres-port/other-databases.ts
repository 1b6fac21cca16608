import type { Database } from "../database/port.ts";
import { frame, readText } from "../database/sessions/frames.ts";
import type { Message } from "./incoming.ts";
import { errorResponse, fatalError, readyForQuery } from "./messages.ts";

/** The limit is low, because each database is a complete PGlite in memory. */
const maxDatabases = 4;

/** A `create database` or `drop database` statement, which PGlite cannot process. */
interface DatabaseStatement {
  readonly verb: "create" | "drop";
  readonly name: string;
  /** Whether the statement has `if exists`. */
  readonly hasIfExists: boolean;
}

/**
 * The temporary databases. Tools create one to try migrations (Prisma's shadow database) and drop it afterwards. PGlite
 * supports only one database per directory, so each is a separate PGlite in memory.
 */
export class OtherDatabases {
  readonly #createDatabase: (() => Promise<Database>) | undefined;
  readonly #databases = new Map<string, Promise<Database>>();

  constructor(createDatabase: (() => Promise<Database>) | undefined) {
    this.#createDatabase = createDatabase;
  }

  get(name: string): Promise<Database> | undefined {
    return this.#databases.get(name);
  }

  /**
   * Processes messages that create or drop a database.
   *
   * @returns undefined for all other messages
   */
  async process(messages: readonly Message[]): Promise<Buffer | undefined> {
    if (!this.#createDatabase) return undefined;
    const statement = parseDatabaseStatement(messages);
    if (!statement) return undefined;
    const { verb, name, hasIfExists } = statement;
    const alreadyExists = name === "postgres" || this.#databases.has(name);
    const isExtended = messages.length > 1;
    const createError = (code: string, message: string) =>
      Buffer.concat([errorResponse("ERROR", fatalError(code, message)), readyForQuery]);
    if (verb === "create") {
      if (alreadyExists) return createError("42P04", `database "${name}" already exists`);
      if (this.#databases.size >= maxDatabases)
        return createError("53000", "there are too many databases");
      const creation = this.#createDatabase();
      this.#databases.set(name, creation);
      await creation;
    } else {
      if (name === "postgres")
        return createError("55006", "cannot drop the currently open database");
      if (!alreadyExists && !hasIfExists)
        return createError("3D000", `database "${name}" does not exist`);
      const droppedDatabase = this.#databases.get(name);
      this.#databases.delete(name);
      await (await droppedDatabase)?.close();
    }
    return Buffer.concat([
      ...(isExtended ? messages.flatMap(({ type }) => responsesByType[type] ?? []) : []),
      frame("C", `${verb.toUpperCase()} DATABASE`),
      readyForQuery,
    ]);
  }

  async close(): Promise<void> {
    for (const database of this.#databases.values()) await (await database).close();
  }
}

const emptyBody = Buffer.alloc(0);
/** The responses to the messages of the extended protocol. */
const responsesByType: Readonly<Record<string, Buffer>> = {
  P: frame("1", emptyBody),
  B: frame("2", emptyBody),
  D: frame("n", emptyBody),
  C: frame("3", emptyBody),
};

function parseDatabaseStatement(messages: readonly Message[]): DatabaseStatement | undefined {
  const [firstMessage] = messages;
  const lastType = messages.at(-1)?.type;
  const isComplete =
    lastType === "Q" || (lastType === "S" && messages.some(({ type }) => type === "E"));
  if (!firstMessage || !isComplete) return undefined;
  const body = firstMessage.bytes.subarray(5);
  const textOffset = firstMessage.type === "P" ? readText(body, 0).next : 0;
  const text = "QP".includes(firstMessage.type) ? readText(body, textOffset).text : "";
  const [, verb, ifExists, quotedName, unquotedName] =
    /^\s*(create|drop)\s+database\s+(if\s+exists\s+)?(?:"((?:[^"]|""){1,252})"|([\p{L}_][\p{L}\p{N}_$]*))[^;]*;?\s*$/iu.exec(
      text,
    ) ?? [];
  if (!verb) return undefined;
  return {
    verb: verb.toLowerCase() === "create" ? "create" : "drop",
    name: quotedName?.replaceAll('""', '"') ?? unquotedName?.toLowerCase() ?? "",
    hasIfExists: ifExists !== undefined,
  };
}
