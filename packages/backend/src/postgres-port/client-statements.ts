import { frame, textAt } from "../database/sessions/frames.ts";
import type { Frame } from "./incoming.ts";

/** A prepared statement of a client. */
interface PreparedStatement {
  /** Its name in the shared session. */
  readonly inner: string;
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
  renamed({ type, bytes }: Frame): Buffer {
    const body = bytes.subarray(5);
    switch (type) {
      case "P":
        return this.#parse(body, bytes);
      case "B": {
        const portal = textAt(body, 0);
        const statement = textAt(body, portal.next);
        const inner = this.#named.get(statement.text)?.inner;
        if (inner === undefined) return bytes;
        return frame("B", portal.text, inner, body.subarray(statement.next));
      }
      case "D":
      case "C": {
        if (body[0] !== statementKind) return bytes;
        const name = textAt(body, 1).text;
        const inner = this.#named.get(name)?.inner;
        if (type === "C") this.#named.delete(name);
        return inner === undefined ? bytes : frame(type, body.subarray(0, 1), inner);
      }
      case "Q": {
        this.#unnamed = undefined;
        const text = textAt(body, 0).text;
        const renamed = this.#deallocation(text);
        return renamed === undefined ? bytes : frame("Q", renamed);
      }
      default:
        return bytes;
    }
  }

  /** Must be called when the sent messages have been processed, with the number of parsed statements. */
  settled(parsed: number): void {
    for (const name of this.#pending.slice(parsed)) {
      if (name === "") this.#unnamed = undefined;
      else this.#named.delete(name);
    }
    this.#pending = [];
  }

  /** Must be called when PostgreSQL has dropped all statements. */
  forget(): void {
    this.#named.clear();
    this.#unnamed = undefined;
  }

  /** Returns the messages that prepare all statements again. */
  again(): Buffer[] {
    return [...this.#named.values()].map(({ parse }) => parse);
  }

  /**
   * Returns the message that prepares the unnamed statement again, or undefined unless the messages use that statement
   * without preparing it.
   */
  unnamedFor(messages: readonly Frame[]): Buffer | undefined {
    for (const { type, bytes } of messages) {
      const body = bytes.subarray(5);
      if (type === "P" && body[0] === 0) return undefined;
      const isUse =
        (type === "D" && body[0] === statementKind && body[1] === 0) ||
        (type === "B" && textAt(body, textAt(body, 0).next).text === "");
      if (isUse) return this.#unnamed;
    }
    return undefined;
  }

  /** Returns the messages that close all statements. */
  closing(): Buffer[] {
    return [...this.#named.values()].map(({ inner }) =>
      frame("C", Buffer.of(statementKind), inner),
    );
  }

  #parse(body: Buffer, bytes: Buffer): Buffer {
    const name = textAt(body, 0);
    this.#pending.push(name.text);
    const text = textAt(body, name.next);
    const deallocation = this.#deallocation(text.text);
    if (name.text === "") {
      const created = deallocation ? frame("P", "", deallocation, body.subarray(text.next)) : bytes;
      this.#unnamed = created;
      return created;
    }
    // PostgreSQL refuses a name that already exists.
    const existing = this.#named.get(name.text);
    if (existing) {
      this.#pending.pop();
      return frame("P", existing.inner, body.subarray(name.next));
    }
    const inner = this.#innerName(name.text);
    const parse = frame("P", inner, body.subarray(name.next));
    this.#named.set(name.text, { inner, parse });
    return parse;
  }

  #innerName(name: string): string {
    const suffix = ` (${this.#id}.${++this.#count})`;
    const fullName = name + suffix;
    return Buffer.byteLength(fullName) <= maxNameBytes ? fullName : `statement${suffix}`;
  }

  /** Renames the statement in a `deallocate`, which some drivers send to close statements. */
  #deallocation(text: string): string | undefined {
    const [, exact, folded] =
      /^\s*deallocate\s+(?:prepare\s+)?(?:"((?:[^"]|""){1,252})"|([\p{L}_][\p{L}\p{N}_$]*))\s*;?\s*$/iu.exec(
        text,
      ) ?? [];
    const name = exact?.replaceAll('""', '"') ?? folded?.toLowerCase();
    const inner = name === undefined ? undefined : this.#named.get(name)?.inner;
    if (name === undefined || inner === undefined) return undefined;
    this.#named.delete(name);
    return `deallocate "${inner.replaceAll('"', '""')}"`;
  }
}

const statementKind = "S".charCodeAt(0);
