import type { PGlite } from "@electric-sql/pglite";
import type { SessionResult } from "../program-session.ts";
import { FrameFilter, frame, messageType, readFrames, readText } from "../sessions/frames.ts";
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
   * @param preamble messages to process first; their answers are discarded
   */
  async process(
    number: number,
    bytes: Uint8Array,
    preamble: Uint8Array | undefined,
  ): Promise<SessionResult> {
    const { pglite, side, sessions } = this.#options;
    if (preamble) {
      await pglite.execProtocolRawStream(preamble, { syncToFs: false, onRawData: () => {} });
    }
    for (const text of parseStatements(bytes)) {
      if (/listen/i.test(text)) this.#texts.push(text);
      if (/\bset/i.test(text)) sessions.recordSettings(text);
    }
    let status: string | undefined;
    let parsedCount = 0;
    const filter = new FrameFilter({
      types: [readyForQuery, commandComplete, parseComplete, notification, errorResponse],
      forward: (piece) => side.write(piece),
      handle: (type, body) => {
        if (type === readyForQuery) status = String.fromCharCode(body[0] ?? 0);
        else if (type === parseComplete) parsedCount++;
        else if (type === commandComplete) this.#recordTag(body);
        else if (type === errorResponse) return this.#explain(body);
        else this.#onNotification(body);
        return type !== notification;
      },
    });
    await pglite.execProtocolRawStream(side.createInput(number, bytes), {
      syncToFs: false,
      onRawData: (piece) => filter.read(piece),
    });
    side.flush();
    const hasLostStatements = this.#tags.has("DISCARD ALL") || this.#tags.has("DEALLOCATE ALL");
    if (status === "I") {
      const tags = this.#tags;
      if (tags.size > 0) await sessions.recordChannels(this.#texts, tags);
      this.#texts = [];
      this.#tags = new Set();
    }
    return { status, parsed: parsedCount, hasLostStatements };
  }

  /**
   * Corrects the reason in PostgreSQL's message, because PostgreSQL cannot tell a timeout from a user's request here.
   * Returns whether to forward the original message.
   */
  #explain(body: Uint8Array): boolean {
    const text = Buffer.from(body).toString("latin1");
    const isCanceled = text.includes("\0C57014\0") && this.#options.isOverdue();
    if (!isCanceled) return true;
    const corrected = text.replace("due to user request", "due to statement timeout");
    this.#options.side.write(frame("E", Buffer.from(corrected, "latin1")));
    return false;
  }

  #recordTag(body: Uint8Array): void {
    // Rule out most tags, such as SELECT, INSERT and UPDATE, by a letter, without decoding their text.
    const [firstByte, secondByte] = body;
    const isRelevantTag =
      firstByte === messageType("L") ||
      firstByte === messageType("D") ||
      secondByte === messageType("N");
    if (!isRelevantTag) return;
    const { text } = readText(body, 0);
    if (["LISTEN", "UNLISTEN", "DISCARD ALL", "DEALLOCATE ALL"].includes(text))
      this.#tags.add(text);
  }

  #onNotification(body: Uint8Array): void {
    const channel = readText(body, 4);
    this.#options.onNotify(channel.text, readText(body, channel.next).text);
  }
}

const readyForQuery = messageType("Z");
const errorResponse = messageType("E");
const commandComplete = messageType("C");
const parseComplete = messageType("1");
const notification = messageType("A");

function parseStatements(bytes: Uint8Array): string[] {
  return [...readFrames(bytes)].flatMap(({ type, body }) => {
    if (type === messageType("Q")) return [readText(body, 0).text];
    return type === messageType("P") ? [readText(body, readText(body, 0).next).text] : [];
  });
}
