/**
 * The program of the embedded database's thread (`thread.ts` starts it). It answers requests one after the other in
 * order of arrival.
 */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, type PGliteOptions, protocol } from "@electric-sql/pglite";
import { Clock, followClock } from "../../clock.ts";
import type { Result } from "../sessions/session.ts";
import { ClientSessions, ownSession } from "./client-sessions.ts";
import { collectLongRows, type LongRowBuffers } from "./collect-long-rows.ts";
import { ThreadSide } from "./conversation.ts";
import { installExtensions, pgliteFolder, readExtensions } from "./extensions.ts";
import { adaptCompilation } from "./interruption/compilation.ts";
import { Interruptible } from "./interruption/interrupts.ts";
import { signalsFor } from "./interruption/signals.ts";
import { releaseWithPostgis } from "./postgis.ts";
import { ProtocolSession } from "./protocol-session.ts";
import { refuseLinks } from "./refuse-links.ts";
import { databaseErrorFields, Statements, settingArguments } from "./statements.ts";
import type { NumberedRequest, ThreadData, WorkerMessage } from "./worker-protocol.ts";

/**
 * 512 MB in pages of 64 kB. If a statement needs more, PostgreSQL ends it with an out-of-memory error and continues.
 */
const maxMemoryPages = 8_192;

export const port = parentPort;
if (!port) throw new Error("This module is the embedded database's own thread.");
const post = (message: WorkerMessage) => port.postMessage(message, transferList(message));

function transferList(message: WorkerMessage): ArrayBuffer[] {
  if (message.kind === "piece") return [message.bytes.buffer];
  return message.kind === "done" ? [...(message.longBuffers ?? [])] : [];
}

/**
 * The compiled module of the PGlite release that this package depends on. The main thread sends it as the first
 * message.
 */
const compiledModule: Promise<WebAssembly.Module> = once(port, "message").then(
  ([module]) => module,
);

const { dataDir, postgis, settings, words, conversation, clock }: ThreadData = workerData;
followClock(new Clock(clock));
const interruptible = new Interruptible(words);
const signals = signalsFor(interruptible, (error) => {
  post({ kind: "lost", message: messageOf(error) });
  // PGlite would ignore the error, and read the rest of the answer from a PostgreSQL that has already ended.
  process.exit(1);
});
adaptCompilation(maxMemoryPages);
let keptRows: LongRowBuffers = { buffers: undefined };
const pglite = await open();

const sessions = new ClientSessions(pglite);
const threadSide = new ThreadSide({
  ...conversation,
  isRunning: () => signals.isRunning(),
  isCanceled: () => interruptible.isInterrupted,
  send: (bytes) => post({ kind: "piece", bytes }),
  requestMore: () => post({ kind: "wants more" }),
});
const notifySessions = (channel: string, payload: string) => {
  for (const session of sessions.listeners(channel)) {
    post({ kind: "heard", session, channel, payload });
  }
};
const protocolSession = new ProtocolSession({
  pglite,
  sessions,
  side: threadSide,
  isOverdue: () => interruptible.isOverdue,
  onNotify: (channel, payload) => {
    if (sessions.isOwnChannel(channel)) post({ kind: "notified", channel, payload });
    notifySessions(channel, payload);
  },
});
pglite.onNotification(notifySessions);

async function open(): Promise<PGlite> {
  const options: PGliteOptions = {
    dataDir,
    startParams: [...PGlite.defaultStartParams, ...settingArguments(settings)],
    extensions: { signals: signals.extension },
  };
  const postgisRelease = postgis ? releaseWithPostgis() : undefined;
  keptRows = collectLongRows(postgisRelease ?? { protocol });
  if (postgisRelease) {
    const instance = await postgisRelease.PGlite.create(options);
    refuseLinks(instance);
    installExtensions(
      instance,
      await readExtensions(postgisRelease.folder, [postgisRelease.archive]),
    );
    return instance;
  }
  const [instance, extensions] = await Promise.all([
    compiledModule.then((pgliteWasmModule) => PGlite.create({ ...options, pgliteWasmModule })),
    readExtensions(pgliteFolder()),
  ]);
  refuseLinks(instance);
  installExtensions(instance, extensions);
  return instance;
}

/** Returns an error's message. When the program ends, Emscripten throws a value that is not an Error. */
function messageOf(error: unknown): string {
  const hasMessage = typeof error === "object" && error !== null && "message" in error;
  return String(hasMessage ? error.message : error);
}

export const statements = new Statements(pglite, {
  // A late interrupt would otherwise end the rollback, and leave the transaction open.
  beforeRollback: () => interruptible.end(),
  beforeRetry: () => interruptible.resume(),
});

/** Switches to another session, which must not be interrupted. */
async function enter(session: number): Promise<void> {
  if (sessions.current === session) return;
  interruptible.end();
  await sessions.enter(session);
  interruptible.resume();
}

async function handle(request: NumberedRequest): Promise<WorkerMessage> {
  const isSessionRequest = request.kind === "process messages";
  if (request.kind !== "close") await enter(isSessionRequest ? request.session : ownSession);
  switch (request.kind) {
    case "batch": {
      const { isTransaction, longTexts } = request;
      const longBuffers: ArrayBuffer[] = [];
      keptRows.buffers = longTexts ? longBuffers : undefined;
      return {
        kind: "done",
        results: await (isTransaction
          ? statements.runTransaction(request.statements)
          : statements.run(request.statements)),
        longBuffers,
      };
    }
    case "rollback":
      await statements.rollBack();
      return emptyReply;
    case "parse again":
      statements.forgetAll();
      return emptyReply;
    case "script":
      await pglite.exec(request.text);
      return emptyReply;
    case "listen": {
      const { channel } = request;
      // Listen only once per channel, because PGlite would call the listener once for each call of `listen`.
      if (sessions.isOwnChannel(channel)) return emptyReply;
      sessions.addOwnChannel(channel);
      await pglite.listen(channel, (payload) => post({ kind: "notified", channel, payload }));
      return emptyReply;
    }
    case "save": {
      // Without a checkpoint, each database that starts from this snapshot would have to replay the log.
      await pglite.exec("checkpoint");
      const dump = await pglite.dumpDataDir("none");
      await writeFile(request.file, Buffer.from(await dump.arrayBuffer()), { flush: true });
      return emptyReply;
    }
    case "open session": {
      interruptible.end();
      return { kind: "done", results: [asResult(await sessions.open(request.session, request))] };
    }
    case "process messages": {
      const { number, bytes, preamble } = request;
      signals.setFatalTimeoutsDisabled(true);
      const sessionResult = await protocolSession
        .process(number, bytes, preamble)
        .finally(() => signals.setFatalTimeoutsDisabled(false));
      if (sessionResult.hasLostStatements) statements.forgetAll();
      return { kind: "done", results: [], sessionResult };
    }
    case "close session":
      interruptible.end();
      await sessions.close(request.session);
      await pglite.execProtocolRawStream(request.bytes, { syncToFs: false, onRawData: () => {} });
      return emptyReply;
    case "close":
      await pglite.close();
      return emptyReply;
    default:
      return request satisfies never;
  }
}

const emptyReply: WorkerMessage = { kind: "done", results: [] };

const asResult = (row: unknown): Result => ({ rows: [row], affected: 1, command: "SELECT" });

function toFailure(error: unknown): WorkerMessage {
  const fields = databaseErrorFields(error);
  if (fields) return { kind: "refused", fields };
  return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
}

let lastRequest: Promise<void> = Promise.resolve();
port.on("message", (request: NumberedRequest) => {
  lastRequest = lastRequest.then(async () => {
    if (!interruptible.begin(request.number)) return post({ kind: "recalled" });
    const reply = await handle(request).catch(toFailure);
    interruptible.end();
    post(reply);
  });
});

export const flags = signals.flags();
if (flags) interruptible.expose(flags);
post({ kind: "opened", flags });
