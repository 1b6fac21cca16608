import type { PGlite } from "@electric-sql/pglite";
import type { SessionAnswer } from "../port.ts";
import { FrameFilter, frame, framesIn, textAt, typeOf } from "../sessions/frames.ts";
import type { ClientSessions } from "./client-sessions.ts";
import type { ThreadSide } from "./conversation.ts";

export interface ProtocolSessionOptions {
  readonly pglite: PGlite;
  readonly sessions: ClientSessions;
  readonly side: ThreadSide;
  readonly onNotify: (channel: string, payload: string) => void;
  /** Returns whether the running statement has taken longer than `statement_timeout`. */
  readonly isOverdue: () => boolean;
}

/** Runs PostgreSQL's wire protocol for programs that are connected to the database's port. */
export class ProtocolSession {
  readonly #options: ProtocolSessionOptions;
  /** The texts of LISTEN and UNLISTEN statements since the session was last idle. */
  #texts: string[] = [];
  #tags = new Set<string>();

  constructor(options: ProtocolSessionOptions) {
    this.#options = options;
  }

  /**
   * Lets PostgreSQL process messages of the current session.
   *
   * @param number the number of the request
   * @param before messages to process first; their answers are discarded
   */
  async process(
    number: number,
    bytes: Uint8Array,
    before: Uint8Array | undefined,
  ): Promise<SessionAnswer> {
    const { pglite, side, sessions } = this.#options;
    if (before) {
      await pglite.execProtocolRawStream(before, { syncToFs: false, onRawData: () => {} });
    }
    for (const text of statementsIn(bytes)) {
      if (/listen/i.test(text)) this.#texts.push(text);
      if (/\bset/i.test(text)) sessions.noteSettings(text);
    }
    let status: string | undefined;
    let parsed = 0;
    const filter = new FrameFilter({
      types: [readyForQuery, commandComplete, parseComplete, notification, errorResponse],
      pass: (piece) => side.answer(piece),
      take: (type, body) => {
        if (type === readyForQuery) status = String.fromCharCode(body[0] ?? 0);
        else if (type === parseComplete) parsed++;
        else if (type === commandComplete) this.#note(body);
        else if (type === errorResponse) return this.#explain(body);
        else this.#onMessage(body);
        return type !== notification;
      },
    });
    await pglite.execProtocolRawStream(side.inputOf(number, bytes), {
      syncToFs: false,
      onRawData: (piece) => filter.read(piece),
    });
    side.flush();
    const hasForgotten = this.#tags.has("DISCARD ALL") || this.#tags.has("DEALLOCATE ALL");
    if (status === "I") {
      const tags = this.#tags;
      if (tags.size > 0) await sessions.noteChannels(this.#texts, tags);
      this.#texts = [];
      this.#tags = new Set();
    }
    return { status, parsed, hasForgotten };
  }

  /** Corrects PostgreSQL's message. PostgreSQL does not know why it was interrupted. */
  #explain(body: Uint8Array): boolean {
    const text = Buffer.from(body).toString("latin1");
    const isCanceled = text.includes("\0C57014\0") && this.#options.isOverdue();
    if (!isCanceled) return true;
    const explained = text.replace("due to user request", "due to statement timeout");
    this.#options.side.answer(frame("E", Buffer.from(explained, "latin1")));
    return false;
  }

  #note(body: Uint8Array): void {
    // Most command tags start with other letters: SELECT, INSERT, UPDATE.
    const [first, second] = body;
    const mayMatter = first === typeOf("L") || first === typeOf("D") || second === typeOf("N");
    if (!mayMatter) return;
    const { text } = textAt(body, 0);
    if (["LISTEN", "UNLISTEN", "DISCARD ALL", "DEALLOCATE ALL"].includes(text))
      this.#tags.add(text);
  }

  #onMessage(body: Uint8Array): void {
    const channel = textAt(body, 4);
    this.#options.onNotify(channel.text, textAt(body, channel.next).text);
  }
}

const readyForQuery = typeOf("Z");
const errorResponse = typeOf("E");
const commandComplete = typeOf("C");
const parseComplete = typeOf("1");
const notification = typeOf("A");

function statementsIn(bytes: Uint8Array): string[] {
  return [...framesIn(bytes)].flatMap(({ type, body }) => {
    if (type === typeOf("Q")) return [textAt(body, 0).text];
    return type === typeOf("P") ? [textAt(body, textAt(body, 0).next).text] : [];
  });
}
