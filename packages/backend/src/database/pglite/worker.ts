/**
 * The thread of the embedded database (`pglite-thread.ts` starts it). It answers requests one after the
 * other, in order of arrival.
 */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type messages, PGlite, type PGliteOptions, parse, protocol } from "@electric-sql/pglite";
import type { DatabaseErrorFields, SessionAnswer } from "../port.ts";
import { isStale, type Prepared, PreparedStatements } from "../sessions/prepared-statements.ts";
import type { Result } from "../sessions/session.ts";
import { parserFor } from "../sessions/values.ts";
import { ClientSessions, ownSession } from "./client-sessions.ts";
import { ThreadSide } from "./conversation.ts";
import { installExtensions, pgliteFolder, readExtensions } from "./extensions.ts";
import { type Flags, Interruptible } from "./interrupts.ts";
import { type KeptRows, keepLongRows } from "./long-rows.ts";
import { releaseWithPostgis } from "./postgis.ts";
import { shareMemories } from "./shared-memory.ts";
import { signalsFor } from "./signals.ts";
import { Speaker } from "./speaking.ts";

/** The data that the thread is started with. */
export interface ThreadData {
  readonly dataDir: string;
  readonly postgis: boolean | undefined;
  /** The shared words by which the two threads communicate while a statement runs (`interrupts.ts`). */
  readonly words: SharedArrayBuffer;
  /** How the bytes of programs at the database's port come in and go out (`conversation.ts`). */
  readonly conversation: { readonly words: SharedArrayBuffer; readonly port: MessagePort };
}

/** A request to the thread. */
export type Request =
  | {
      readonly kind: "batch";
      readonly statements: readonly Statement[];
      /** True when it neither finds nor leaves an open transaction. If it is refused, it changes nothing. */
      readonly whole: boolean;
      /** True when long texts are to arrive as bytes. */
      readonly longTexts: boolean;
    }
  | { readonly kind: "rollback" }
  | { readonly kind: "script"; readonly text: string }
  | { readonly kind: "listen"; readonly channel: string }
  | { readonly kind: "save"; readonly file: string }
  /** Opens a session for a program that is connected to the database's port; the result are its settings. */
  | {
      readonly kind: "open session";
      readonly session: number;
      readonly user: string;
      readonly settings: Readonly<Record<string, string>>;
    }
  /** Messages of that program. The answers come in pieces. */
  | {
      readonly kind: "speak";
      readonly session: number;
      readonly bytes: Uint8Array;
      /** Messages that go first, and whose answers nobody is told. */
      readonly before: Uint8Array | undefined;
    }
  | { readonly kind: "close session"; readonly session: number; readonly bytes: Uint8Array }
  | { readonly kind: "close" };

export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** A request with the number that it is recalled or interrupted by. */
export type Numbered = Request & { readonly number: number };

/** The answers, in the order of the requests; notifications come in between. */
export type Answer =
  /** The first answer, which no request asked for. */
  | { readonly kind: "opened"; readonly flags: Flags | undefined }
  | {
      readonly kind: "done";
      readonly results: readonly Result[];
      /** The buffers of long texts. */
      readonly long?: readonly ArrayBuffer[];
      readonly spoken?: SessionAnswer;
    }
  /** A piece of what PostgreSQL answers to a program at the database's port. */
  | { readonly kind: "piece"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** PostgreSQL waits for more from that program (COPY FROM STDIN). */
  | { readonly kind: "wants more" }
  | {
      readonly kind: "heard";
      readonly session: number;
      readonly channel: string;
      readonly payload: string;
    }
  /** The request was recalled before it began. */
  | { readonly kind: "recalled" }
  /** PostgreSQL cannot go on; all committed data is on the disk. */
  | { readonly kind: "lost"; readonly message: string }
  | { readonly kind: "refused"; readonly fields: DatabaseErrorFields }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "notified"; readonly channel: string; readonly payload: string };

/**
 * Settings that RESET restores in a session. WebAssembly's stack is smaller than PostgreSQL believes: with
 * the default depth of 2 MB, endless recursion overruns it unnoticed. PGlite's initial memory holds 64 MB of
 * buffers, not 128. Enlarging it takes a fifth of the time to open, and pages outside the buffers are in the
 * operating system's cache.
 */
const settings = [
  ...["-c", "max_stack_depth=500kB"],
  ...["-c", 'search_path="$user", public, extensions'],
  ...["-c", "shared_buffers=64MB"],
];

/**
 * In pages of 64 kB: 512 MB. Beyond it PostgreSQL reports that it is out of memory, ends the statement and
 * goes on.
 */
const mostMemory = 8_192;

const port = parentPort;
if (!port) throw new Error("This module is the embedded database's own thread.");
const tell = (answer: Answer) => port.postMessage(answer, transferred(answer));

function transferred(answer: Answer): ArrayBuffer[] {
  if (answer.kind === "piece") return [answer.bytes.buffer];
  return answer.kind === "done" ? [...(answer.long ?? [])] : [];
}

/** The first message: the compiled module of the release that this package depends on. */
const compiled: Promise<WebAssembly.Module> = once(port, "message").then(([module]) => module);

const { dataDir, postgis, words, conversation }: ThreadData = workerData;
const interruptible = new Interruptible(words);
const signals = signalsFor(interruptible, (error) => {
  tell({ kind: "lost", message: messageOf(error) });
  // PGlite would ignore the error, and ask a PostgreSQL that has ended for the rest of its answer.
  process.exit(1);
});
shareMemories(mostMemory);
let keptRows: KeptRows = { buffers: undefined };
const pglite = await open();

const sessions = new ClientSessions(pglite);
const side = new ThreadSide({
  ...conversation,
  isRunning: () => signals.isRunning(),
  isCanceled: () => interruptible.isInterrupted,
  send: (bytes) => tell({ kind: "piece", bytes }),
  want: () => tell({ kind: "wants more" }),
});
const tellSessions = (channel: string, payload: string) => {
  for (const session of sessions.listeners(channel)) {
    tell({ kind: "heard", session, channel, payload });
  }
};
const speaker = new Speaker({
  pglite,
  sessions,
  side,
  isOverdue: () => interruptible.isOverdue,
  onNotify: (channel, payload) => {
    if (sessions.hearsItself(channel)) tell({ kind: "notified", channel, payload });
    tellSessions(channel, payload);
  },
});
pglite.onNotification(tellSessions);

async function open(): Promise<PGlite> {
  const options: PGliteOptions = {
    dataDir,
    startParams: [...PGlite.defaultStartParams, ...settings],
    extensions: { signals: signals.extension },
  };
  const other = postgis ? releaseWithPostgis() : undefined;
  keptRows = keepLongRows(other ?? { protocol });
  if (other) {
    const opened = await other.PGlite.create(options);
    installExtensions(opened, await readExtensions(other.folder, [other.archive]));
    return opened;
  }
  const [opened, extensions] = await Promise.all([
    compiled.then((pgliteWasmModule) => PGlite.create({ ...options, pgliteWasmModule })),
    readExtensions(pgliteFolder()),
  ]);
  installExtensions(opened, extensions);
  return opened;
}

/** Emscripten throws a value that is no Error when the program ends. */
function messageOf(error: unknown): string {
  const hasMessage = typeof error === "object" && error !== null && "message" in error;
  return String(hasMessage ? error.message : error);
}

/** PGlite looks up parsers by type number: this answers for all types, also those created later. */
const parsers = new Proxy<Record<number, (text: string) => unknown>>(
  {},
  { get: (_, oid) => parserFor(Number(oid)) },
);

const { serialize } = protocol;
const prepared = new PreparedStatements<messages.BackendMessage>();

/**
 * Sends statements as one message, which PostgreSQL processes without a round trip in between
 * (https://www.postgresql.org/docs/17/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 */
async function run(statements: readonly Statement[]): Promise<Result[]> {
  const closing = prepared.takeClosing().map((name) => serialize.close({ type: "S", name }));
  const sent = statements.map(({ text, values }) => ({ ...prepared.prepare(text), text, values }));
  const questions = [...closing, ...sent.flatMap(messagesFor), serialize.sync()];
  try {
    const answers = await pglite.execProtocolStream(Buffer.concat(questions), { syncToFs: false });
    prepared.settled();
    return parse
      .parseResults(described(answers, sent), parsers)
      .map(({ rows, rowCount, command }) => ({
        rows,
        affected: rowCount ?? 0,
        command: command ?? "",
      }));
  } catch (error) {
    prepared.refused();
    if (isStaleness(error)) prepared.forgetAll();
    throw error;
  }
}

/** A statement as it is sent. */
interface Sent extends Statement {
  readonly statement: Prepared<messages.BackendMessage>;
  readonly isNew: boolean;
}

function messagesFor({ statement: { name }, isNew, text, values }: Sent): Uint8Array[] {
  const bind = serialize.bind({ statement: name, values: [...values] });
  if (!isNew) return [bind, serialize.execute({})];
  return [
    serialize.parse({ text, name }),
    bind,
    serialize.describe({ type: "P" }),
    serialize.execute({}),
  ];
}

/** The answers with each statement's columns in their place, whether PostgreSQL described them again or not. */
function described(
  answers: readonly messages.BackendMessage[],
  sent: readonly Sent[],
): messages.BackendMessage[] {
  let current: Sent | undefined;
  let bound = 0;
  return answers.flatMap((answer) => {
    if (answer.name === "bindComplete") {
      current = sent[bound++];
      const columns = current?.statement.columns;
      return columns && !current?.isNew ? [columns] : [];
    }
    if (answer.name === "rowDescription" && current) current.statement.columns = answer;
    return [answer];
  });
}

/** A late interrupt would end the rollback instead, and leave the transaction open. */
async function rollBack(): Promise<void> {
  interruptible.end();
  await run([{ text: "rollback", values: [] }]);
}

async function runWhole(statements: readonly Statement[]): Promise<Result[]> {
  const tried = () =>
    run(statements).catch(async (error: unknown) => {
      if (pglite.isInTransaction()) await rollBack();
      throw error;
    });
  return tried().catch((error: unknown) => {
    if (!isStaleness(error)) throw error;
    interruptible.resume();
    return tried();
  });
}

function isStaleness(error: unknown): boolean {
  const told = failure(error);
  return told.kind === "refused" && isStale(told.fields);
}

/** Nothing interrupts the change from one session to another. */
async function enter(session: number): Promise<void> {
  if (sessions.current === session) return;
  interruptible.end();
  await sessions.enter(session);
  interruptible.resume();
}

async function answer(request: Numbered): Promise<Answer> {
  const isOfSession = request.kind === "speak";
  if (request.kind !== "close") await enter(isOfSession ? request.session : ownSession);
  switch (request.kind) {
    case "batch": {
      const { statements, whole, longTexts } = request;
      const long: ArrayBuffer[] = [];
      keptRows.buffers = longTexts ? long : undefined;
      return {
        kind: "done",
        results: await (whole ? runWhole(statements) : run(statements)),
        long,
      };
    }
    case "rollback":
      await rollBack();
      return nothing;
    case "script":
      await pglite.exec(request.text);
      return nothing;
    case "listen": {
      const { channel } = request;
      sessions.listenItself(channel);
      await pglite.listen(channel, (payload) => tell({ kind: "notified", channel, payload }));
      return nothing;
    }
    case "save": {
      // Each database that begins with this snapshot would replay the rest of the log.
      await pglite.exec("checkpoint");
      const saved = await pglite.dumpDataDir("none");
      await writeFile(request.file, Buffer.from(await saved.arrayBuffer()), { flush: true });
      return nothing;
    }
    case "open session": {
      interruptible.end();
      return { kind: "done", results: [asResult(await sessions.open(request.session, request))] };
    }
    case "speak": {
      const { number, bytes, before } = request;
      signals.setSparing(true);
      const spoken = await speaker
        .speak(number, bytes, before)
        .finally(() => signals.setSparing(false));
      if (spoken.hasForgotten) prepared.forgetAll();
      return { kind: "done", results: [], spoken };
    }
    case "close session":
      interruptible.end();
      await sessions.close(request.session);
      await pglite.execProtocolRawStream(request.bytes, { syncToFs: false, onRawData: () => {} });
      return nothing;
    case "close":
      await pglite.close();
      return nothing;
    default:
      return request satisfies never;
  }
}

const nothing: Answer = { kind: "done", results: [] };

const asResult = (row: unknown): Result => ({ rows: [row], affected: 1, command: "SELECT" });

function failure(error: unknown): Answer {
  if (!(error instanceof Error)) return { kind: "failed", message: String(error) };
  const { message } = error;
  if (!("code" in error) || typeof error.code !== "string" || !/^[0-9A-Z]{5}$/.test(error.code)) {
    return { kind: "failed", message };
  }
  const field = (name: string): string | undefined => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    kind: "refused",
    fields: {
      message,
      code: error.code,
      severity: field("severity"),
      detail: field("detail"),
      hint: field("hint"),
      schema: field("schema"),
      table: field("table"),
      column: field("column"),
      constraint: field("constraint"),
      position: field("position"),
    },
  };
}

let last: Promise<void> = Promise.resolve();
port.on("message", (request: Numbered) => {
  last = last.then(async () => {
    if (!interruptible.begin(request.number)) return tell({ kind: "recalled" });
    const answered = await answer(request).catch(failure);
    interruptible.end();
    tell(answered);
  });
});

const flags = signals.flags();
if (flags) interruptible.expose(flags);
tell({ kind: "opened", flags });
