import { frame, textAt } from "../database/sessions/frames.ts";
import type { Frame } from "./incoming.ts";

/** A prepared statement of a program. */
interface Named {
  /** Its name in PostgreSQL's one session. */
  readonly inner: string;
  /** The message that made it. */
  readonly parse: Buffer;
}

/** In bytes: PostgreSQL cuts longer names. */
const longestName = 63;

/**
 * The prepared statements of a program. All programs share PostgreSQL's one session, so each statement has
 * another name there.
 */
export class StatementNames {
  readonly #id: number;
  readonly #named = new Map<string, Named>();
  /** The names that messages on their way give, in their order; the empty one among them. */
  #given: string[] = [];
  #unnamed: Buffer | undefined;
  #count = 0;

  constructor(id: number) {
    this.#id = id;
  }

  /** A program's message with PostgreSQL's names. */
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

  /** The messages on their way were processed, and so many statements parsed. */
  settled(parsed: number): void {
    for (const name of this.#given.slice(parsed)) {
      if (name === "") this.#unnamed = undefined;
      else this.#named.delete(name);
    }
    this.#given = [];
  }

  /** PostgreSQL has forgotten all. */
  forget(): void {
    this.#named.clear();
    this.#unnamed = undefined;
  }

  /** The messages that make all statements anew, for a session that has lost them. */
  again(): Buffer[] {
    return [...this.#named.values()].map(({ parse }) => parse);
  }

  /** The message that makes the statement without a name anew, where messages use it unmade. */
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

  /** The messages that close all statements. */
  closing(): Buffer[] {
    return [...this.#named.values()].map(({ inner }) =>
      frame("C", Buffer.of(statementKind), inner),
    );
  }

  #parse(body: Buffer, bytes: Buffer): Buffer {
    const name = textAt(body, 0);
    this.#given.push(name.text);
    const text = textAt(body, name.next);
    const deallocation = this.#deallocation(text.text);
    if (name.text === "") {
      const made = deallocation ? frame("P", "", deallocation, body.subarray(text.next)) : bytes;
      this.#unnamed = made;
      return made;
    }
    // A name that is there already is refused by PostgreSQL.
    const known = this.#named.get(name.text);
    if (known) {
      this.#given.pop();
      return frame("P", known.inner, body.subarray(name.next));
    }
    const inner = this.#innerName(name.text);
    const parse = frame("P", inner, body.subarray(name.next));
    this.#named.set(name.text, { inner, parse });
    return parse;
  }

  #innerName(name: string): string {
    const own = ` (${this.#id}.${++this.#count})`;
    const whole = name + own;
    return Buffer.byteLength(whole) <= longestName ? whole : `statement${own}`;
  }

  /** Drivers close a statement by SQL as well, which names it. */
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
