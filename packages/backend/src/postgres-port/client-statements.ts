import { frame, readText } from "../database/sessions/frames.ts";
import type { Message } from "./incoming.ts";

/** A prepared statement of a client. */
interface PreparedStatement {
  /** Its name in the shared session. */
  readonly innerName: string;
  /** The Parse message that created it. */
  readonly parse: Buffer;
}

/** PostgreSQL truncates longer names. */
const maxNameBytes = 63;

/**
 * The prepared statements of a client. All clients share one PostgreSQL session, so each statement gets a unique name
 * there.
 */
export class ClientStatements {
  readonly #id: number;
  readonly #named = new Map<string, PreparedStatement>();
  /** The names in Parse messages that were sent but not confirmed, in order. Includes the empty name. */
  #pending: string[] = [];
  #unnamed: Buffer | undefined;
  #count = 0;

  constructor(id: number) {
    this.#id = id;
  }

  /** Replaces the names in a client's message with those of the shared session. */
  renameStatements({ type, bytes }: Message): Buffer {
    const body = bytes.subarray(5);
    switch (type) {
      case "P":
        return this.#parse(body, bytes);
      case "B": {
        const portal = readText(body, 0);
        const statement = readText(body, portal.next);
        const innerName = this.#named.get(statement.text)?.innerName;
        if (innerName === undefined) return bytes;
        return frame("B", portal.text, innerName, body.subarray(statement.next));
      }
      case "D":
      case "C": {
        if (body[0] !== statementKind) return bytes;
        const name = readText(body, 1).text;
        const innerName = this.#named.get(name)?.innerName;
        if (type === "C") this.#named.delete(name);
        return innerName === undefined ? bytes : frame(type, body.subarray(0, 1), innerName);
      }
      case "Q": {
        this.#unnamed = undefined;
        const text = readText(body, 0).text;
        const deallocation = this.#deallocation(text);
        return deallocation === undefined ? bytes : frame("Q", deallocation);
      }
      default:
        return bytes;
    }
  }

  /** Must be called when the sent messages have been processed, with the number of parsed statements. */
  confirm(parsedCount: number): void {
    for (const name of this.#pending.slice(parsedCount)) {
      if (name === "") this.#unnamed = undefined;
      else this.#named.delete(name);
    }
    this.#pending = [];
  }

  /** Must be called when PostgreSQL has dropped all statements. */
  clear(): void {
    this.#named.clear();
    this.#unnamed = undefined;
  }

  /** Returns the messages that prepare all statements again. */
  createParseMessages(): Buffer[] {
    return [...this.#named.values()].map(({ parse }) => parse);
  }

  /**
   * Returns the message that prepares the unnamed statement again, or undefined unless the messages use that statement
   * without preparing it.
   */
  unnamedParseMessage(messages: readonly Message[]): Buffer | undefined {
    for (const { type, bytes } of messages) {
      const body = bytes.subarray(5);
      if (type === "P" && body[0] === 0) return undefined;
      const usesUnnamed =
        (type === "D" && body[0] === statementKind && body[1] === 0) ||
        (type === "B" && readText(body, readText(body, 0).next).text === "");
      if (usesUnnamed) return this.#unnamed;
    }
    return undefined;
  }

  /** Returns the messages that close all statements. */
  createCloseMessages(): Buffer[] {
    return [...this.#named.values()].map(({ innerName }) =>
      frame("C", Buffer.of(statementKind), innerName),
    );
  }

  #parse(body: Buffer, bytes: Buffer): Buffer {
    const name = readText(body, 0);
    this.#pending.push(name.text);
    const text = readText(body, name.next);
    const deallocation = this.#deallocation(text.text);
    if (name.text === "") {
      const parse = deallocation ? frame("P", "", deallocation, body.subarray(text.next)) : bytes;
      this.#unnamed = parse;
      return parse;
    }
    // PostgreSQL refuses a name that already exists.
    const existing = this.#named.get(name.text);
    if (existing) {
      this.#pending.pop();
      return frame("P", existing.innerName, body.subarray(name.next));
    }
    const innerName = this.#innerName(name.text);
    const parse = frame("P", innerName, body.subarray(name.next));
    this.#named.set(name.text, { innerName, parse });
    return parse;
  }

  #innerName(name: string): string {
    const suffix = ` (${this.#id}.${++this.#count})`;
    const fullName = name + suffix;
    return Buffer.byteLength(fullName) <= maxNameBytes ? fullName : `statement${suffix}`;
  }

  /** Renames the statement in a `deallocate`, which some drivers send to close statements. */
  #deallocation(text: string): string | undefined {
    const [, quotedName, unquotedName] =
      /^\s*deallocate\s+(?:prepare\s+)?(?:"((?:[^"]|""){1,252})"|([\p{L}_][\p{L}\p{N}_$]*))\s*;?\s*$/iu.exec(
        text,
      ) ?? [];
    const name = quotedName?.replaceAll('""', '"') ?? unquotedName?.toLowerCase();
    const innerName = name === undefined ? undefined : this.#named.get(name)?.innerName;
    if (name === undefined || innerName === undefined) return undefined;
    this.#named.delete(name);
    return `deallocate "${innerName.replaceAll('"', '""')}"`;
  }
}

const statementKind = "S".charCodeAt(0);
