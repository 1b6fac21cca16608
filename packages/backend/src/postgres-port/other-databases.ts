import type { Database } from "../database/port.ts";
import { frame, textAt } from "../database/sessions/frames.ts";
import type { Frame } from "./incoming.ts";
import { errorResponse, idle, refusal } from "./messages.ts";

/** Each is a whole PostgreSQL. */
const most = 4;

/** A statement that only a PostgreSQL server can process. */
interface DatabaseStatement {
  readonly verb: "create" | "drop";
  readonly name: string;
  /** True for `if exists`. */
  readonly isLenient: boolean;
}

/**
 * The databases beside the one that is kept. Tools make one to try migrations in (Prisma's shadow database),
 * and drop it. PGlite has no other database in one directory, so each is a PGlite of its own, in memory.
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
   * Answers messages that make or drop a database.
   *
   * @returns undefined for all others
   */
  async answer(unit: readonly Frame[]): Promise<Buffer | undefined> {
    if (!this.#make) return undefined;
    const statement = statementOf(unit);
    if (!statement) return undefined;
    const { verb, name, isLenient } = statement;
    const isThere = name === "postgres" || this.#all.has(name);
    const isExtended = unit.length > 1;
    const failed = (code: string, message: string) =>
      Buffer.concat([errorResponse("ERROR", refusal(code, message)), idle]);
    if (verb === "create") {
      if (isThere) return failed("42P04", `database "${name}" already exists`);
      if (this.#all.size >= most) return failed("53000", "there are too many databases");
      const made = this.#make();
      this.#all.set(name, made);
      await made;
    } else {
      if (name === "postgres") return failed("55006", "cannot drop the currently open database");
      if (!isThere && !isLenient) return failed("3D000", `database "${name}" does not exist`);
      const dropped = this.#all.get(name);
      this.#all.delete(name);
      await (await dropped)?.close();
    }
    return Buffer.concat([
      ...(isExtended ? unit.flatMap(({ type }) => steps[type] ?? []) : []),
      frame("C", `${verb.toUpperCase()} DATABASE`),
      idle,
    ]);
  }

  async close(): Promise<void> {
    for (const each of this.#all.values()) await (await each).close();
  }
}

const nothing = Buffer.alloc(0);
/** The answers to the messages of the extended protocol. */
const steps: Readonly<Record<string, Buffer>> = {
  P: frame("1", nothing),
  B: frame("2", nothing),
  D: frame("n", nothing),
  C: frame("3", nothing),
};

function statementOf(unit: readonly Frame[]): DatabaseStatement | undefined {
  const [first] = unit;
  const last = unit.at(-1)?.type;
  const isWhole = last === "Q" || (last === "S" && unit.some(({ type }) => type === "E"));
  if (!first || !isWhole) return undefined;
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
