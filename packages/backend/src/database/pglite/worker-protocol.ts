import type { MessagePort } from "node:worker_threads";
import type { DatabaseErrorFields } from "../errors.ts";
import type { SessionResult } from "../program-session.ts";
import type { Result } from "../sessions/session.ts";
import type { Flags } from "./interruption/interrupts.ts";
import type { Statement } from "./statements.ts";

/** The data that the thread is started with. */
export interface ThreadData {
  readonly dataDir: string;
  readonly postgis: boolean | undefined;
  /** Settings of PostgreSQL that apply to every session. */
  readonly settings: Readonly<Record<string, string>>;
  /**
   * The shared memory through which the two threads communicate while a statement runs (`interruption/interrupts.ts`).
   */
  readonly words: SharedArrayBuffer;
  /** The channel for the bytes of programs on the database's port (`conversation.ts`). */
  readonly conversation: { readonly words: SharedArrayBuffer; readonly port: MessagePort };
  /** The memory of the main thread's clock, which this thread follows. */
  readonly clock: SharedArrayBuffer;
}

/** A request to the thread. */
export type Request =
  | {
      readonly kind: "batch";
      readonly statements: readonly Statement[];
      /** Whether the statements are a complete transaction. If one is refused, nothing is changed. */
      readonly isTransaction: boolean;
      /** Whether to return long texts as bytes. */
      readonly longTexts: boolean;
    }
  | { readonly kind: "rollback" }
  /** Forgets the prepared statements. */
  | { readonly kind: "parse again" }
  | { readonly kind: "script"; readonly text: string }
  | { readonly kind: "listen"; readonly channel: string }
  | { readonly kind: "save"; readonly file: string }
  /** Opens a session for a program on the database's port, and returns the session's settings. */
  | {
      readonly kind: "open session";
      readonly session: number;
      readonly user: string;
      readonly settings: Readonly<Record<string, string>>;
    }
  /** Messages of a program. The responses are sent in pieces. */
  | {
      readonly kind: "process messages";
      readonly session: number;
      readonly bytes: Uint8Array;
      /** Messages to process first. Their answers are discarded. */
      readonly preamble: Uint8Array | undefined;
    }
  | { readonly kind: "close session"; readonly session: number; readonly bytes: Uint8Array }
  | { readonly kind: "close" };

/** A request with its number, by which it can be recalled or interrupted. */
export type NumberedRequest = Request & { readonly number: number };

/** The answers in the order of the requests, with notifications in between. */
export type WorkerMessage =
  /** Sent once, without a request. */
  | { readonly kind: "opened"; readonly flags: Flags | undefined }
  | {
      readonly kind: "done";
      readonly results: readonly Result[];
      /** The buffers of long texts. */
      readonly longBuffers?: readonly ArrayBuffer[];
      readonly sessionResult?: SessionResult;
    }
  /** A piece of PostgreSQL's answer to a program on the database's port. */
  | { readonly kind: "piece"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** PostgreSQL waits for more data from the program (COPY FROM STDIN). */
  | { readonly kind: "wants more" }
  | {
      readonly kind: "heard";
      readonly session: number;
      readonly channel: string;
      readonly payload: string;
    }
  /** The request was recalled before it started. */
  | { readonly kind: "recalled" }
  /** PostgreSQL cannot continue. All committed data is on the disk. */
  | { readonly kind: "lost"; readonly message: string }
  | { readonly kind: "refused"; readonly fields: DatabaseErrorFields }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "notified"; readonly channel: string; readonly payload: string };
