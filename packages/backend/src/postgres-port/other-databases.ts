import type { Database } from "../database/port.ts";
import { frame, textAt } from "../database/sessions/frames.ts";
import type { Frame } from "./incoming.ts";
import { errorResponse, fatalError, idle } from "./messages.ts";

/** The limit is low, because each database is a complete PGlite in memory. */
const maxDatabases = 4;

/** A `create database` or `drop database` statement, which PGlite cannot process. */
interface DatabaseStatement {
  readonly verb: "create" | "drop";
  readonly name: string;
  /** Whether the statement has `if exists`. */
  readonly isLenient: boolean;
}

/**
 * The temporary databases. Tools create one to try migrations (Prisma's shadow database) and drop it afterwards. PGlite
 * supports only one database per directory, so each is a separate PGlite in memory.
 */
export class OtherDatabases {
  readonly #make: (() => Promise<Database>) | undefined;
  readonly #all = new Map<string, Promise<Database>>();

  constructor(make: (() => Promise<Database>) | undefined) {
    this.#make = make;
  }

  get(name: string): Promise<Database> | undefined {
    return this.#all.get(name);
  }

  /**
   * Processes messages that create or drop a database.
   *
   * @returns undefined for all other messages
   */
  async answer(messages: readonly Frame[]): Promise<Buffer | undefined> {
    if (!this.#make) return undefined;
    const statement = statementOf(messages);
    if (!statement) return undefined;
    const { verb, name, isLenient } = statement;
    const exists = name === "postgres" || this.#all.has(name);
    const isExtended = messages.length > 1;
    const failed = (code: string, message: string) =>
      Buffer.concat([errorResponse("ERROR", fatalError(code, message)), idle]);
    if (verb === "create") {
      if (exists) return failed("42P04", `database "${name}" already exists`);
      if (this.#all.size >= maxDatabases) return failed("53000", "there are too many databases");
      const created = this.#make();
      this.#all.set(name, created);
      await created;
    } else {
      if (name === "postgres") return failed("55006", "cannot drop the currently open database");
      if (!exists && !isLenient) return failed("3D000", `database "${name}" does not exist`);
      const dropped = this.#all.get(name);
      this.#all.delete(name);
      await (await dropped)?.close();
    }
    return Buffer.concat([
      ...(isExtended ? messages.flatMap(({ type }) => steps[type] ?? []) : []),
      frame("C", `${verb.toUpperCase()} DATABASE`),
      idle,
    ]);
  }

  async close(): Promise<void> {
    for (const database of this.#all.values()) await (await database).close();
  }
}

const nothing = Buffer.alloc(0);
/** The responses to the messages of the extended protocol. */
const steps: Readonly<Record<string, Buffer>> = {
  P: frame("1", nothing),
  B: frame("2", nothing),
  D: frame("n", nothing),
  C: frame("3", nothing),
};

function statementOf(messages: readonly Frame[]): DatabaseStatement | undefined {
  const [first] = messages;
  const last = messages.at(-1)?.type;
  const isComplete = last === "Q" || (last === "S" && messages.some(({ type }) => type === "E"));
  if (!first || !isComplete) return undefined;
  const body = first.bytes.subarray(5);
  const from = first.type === "P" ? textAt(body, 0).next : 0;
  const text = "QP".includes(first.type) ? textAt(body, from).text : "";
  const [, verb, lenient, exact, folded] =
    /^\s*(create|drop)\s+database\s+(if\s+exists\s+)?(?:"((?:[^"]|""){1,252})"|([\p{L}_][\p{L}\p{N}_$]*))[^;]*;?\s*$/iu.exec(
      text,
    ) ?? [];
  if (!verb) return undefined;
  return {
    verb: verb.toLowerCase() === "create" ? "create" : "drop",
    name: exact?.replaceAll('""', '"') ?? folded?.toLowerCase() ?? "",
    isLenient: lenient !== undefined,
  };
}
