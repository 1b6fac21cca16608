import { AsyncLocalStorage } from "node:async_hooks";
import type { MiddlewareHandler } from "hono";
import type { Database } from "../database/port.ts";
import type { Credentials } from "../keys/claims.ts";
import type { Log, LogLevel } from "../log/log.ts";
import type { Outbox } from "../mail/outbox.ts";
import { ChangeFeed, type Changes } from "./change-feed.ts";
import { copyBody } from "./copy-body.ts";
import { FunctionLog } from "./function-log.ts";
import { identifyCaller } from "./identify-caller.ts";
import { type RecentEvent, type Service, toEvent } from "./recent-event.ts";
import { maxCharacters, recordLog, shortFields } from "./record-log.ts";
import { recordMessages } from "./record-messages.ts";
import { recordStatements } from "./record-statements.ts";
import type {
  RecordedLine,
  RecordedRequest,
  RecordedStatement,
  Recording,
} from "./recorded-request.ts";
import { finishRecording, startRecording } from "./recording.ts";
import { redactJson, redactText } from "./redact.ts";
import { removeUntil } from "./remove-until.ts";

interface StoredMessage {
  readonly service: Service;
  readonly at: number;
  readonly event: Omit<RecentEvent, "timestamp">;
}

/** A statement, with the request that executed it. */
export interface TimedStatement extends Pick<RecordedStatement, "text" | "durationMs"> {
  readonly id: number;
  readonly method: string;
  readonly path: string;
}

const maxRequests = 1_000;
const maxMessages = 1_000;
const maxAgeMs = 60 * 60 * 1_000;
/** The size limit for all requests together. */
const maxCharactersOfAll = 8_000_000;
/** The limits for each request. */
const maxStatements = 10;
const maxLines = 20;
const maxOutgoing = 10;

/** Requests from the tools that show requests are not recorded, because they would displace all others. */
const toolPath = /^\/(mcp|desk)(\/|$)/;

/**
 * Keeps the latest requests of a development server with their effects, and the latest log messages, in memory. The
 * desk and agents read them. They do not contain secrets (see redact.ts).
 */
export class RecentRequests {
  readonly #requests: Recording[] = [];
  readonly #inFlight = new Set<Recording>();
  readonly #messages: StoredMessage[] = [];
  readonly #current = new AsyncLocalStorage<Recording>();
  readonly #isTool = new AsyncLocalStorage<boolean>();
  readonly #feed = new ChangeFeed(this.#requests);
  /** The output of functions. */
  readonly functionLines = new FunctionLog();
  readonly #credentials: Credentials;
  #characters = 0;
  #count = 0;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /** Wraps a service's log to record its messages. */
  keeping(log: Log, service: Service): Log {
    const recordMessage = (level: LogLevel, fields: object, message: string) => {
      const text = redactText(message.slice(0, maxCharacters));
      const name = "function" in fields ? fields.function : undefined;
      // The log of the functions wire contains the output of Edge Functions, and messages about the wire itself.
      const isOfRuntime = service === "edge-function" && name !== undefined;
      this.#messages.push({
        service: isOfRuntime ? "edge-function-runtime" : service,
        at: Date.now(),
        event: { event_message: text, level, ...shortFields(fields) },
      });
      if (this.#messages.length >= 2 * maxMessages) this.#removeOld();
      const line = { at: Date.now(), level, text };
      if (isOfRuntime) this.#addFunctionLine(String(name), line);
      else this.#addLine(this.#current.getStore(), line);
    };
    return recordLog(log, recordMessage);
  }

  /** Wraps a database to record its statements with the request that they run for. */
  recordStatements(database: Database): Database {
    return recordStatements(database, (statement) => {
      const recording = this.#current.getStore();
      // Keep the latest statements, because those of a server's first request start with reading the catalog.
      if (recording?.statements.push(statement) === maxStatements + 1) recording.statements.shift();
    });
  }

  /** Wraps an outbox to record the kinds of its messages with the requests that add them. */
  recordMessages(outbox: Outbox): Outbox {
    return recordMessages(outbox, (kind) => {
      const recording = this.#current.getStore();
      if (recording && recording.messages.length < maxOutgoing) recording.messages.push(kind);
    });
  }

  /**
   * Runs a tool's work. The requests that the work sends to wires are not recorded, because the application did not
   * send them.
   */
  asTool<Outcome>(work: () => Outcome): Outcome {
    return this.#isTool.run(true, work);
  }

  readonly observe: MiddlewareHandler = async (c, next) => {
    if (toolPath.test(c.req.path) || this.#isTool.getStore()) return next();
    const startTime = performance.now();
    const recording = startRecording(c, ++this.#count);
    const { searchParams } = new URL(c.req.url);
    const identified = identifyCaller(c.req.raw.headers, searchParams, this.#credentials);
    const isTooLong = copyBody(c, (text) => {
      const { text: body, isComplete } = redactJson(text, recording.wire);
      recording.body = body;
      recording.isComplete &&= isComplete;
      this.#changed(recording);
    });
    if (isTooLong) recording.isComplete = false;
    this.#inFlight.add(recording);
    try {
      await this.#current.run(recording, next);
    } finally {
      this.#inFlight.delete(recording);
    }
    Object.assign(recording, await identified);
    finishRecording(recording, c, performance.now() - startTime);
    this.#requests.push(recording);
    recording.revision = this.#feed.nextRevision();
    this.#changed(recording);
    this.#removeOld();
  };

  /** Returns the latest events of a service in a period, the newest first. The service `api` includes all requests. */
  select({
    service,
    from,
    to,
    count,
  }: {
    readonly service: Service;
    /** Unix time in milliseconds. */
    readonly from: number;
    readonly to: number;
    readonly count: number;
  }): readonly RecentEvent[] {
    this.#removeOld();
    const requests = this.#requests.map((request) => ({ ...toEvent(request), isRequest: true }));
    const messages = this.#messages.map((message) => ({ ...message, isRequest: false }));
    return [...requests, ...messages]
      .sort((first, second) => first.at - second.at)
      .filter((event) => event.service === service || (service === "api" && event.isRequest))
      .filter(({ at }) => at >= from && at <= to)
      .slice(-count)
      .reverse()
      .map(({ at, event }) => ({ timestamp: new Date(at).toISOString(), ...event }) as RecentEvent);
  }

  /** Waits for requests that are new or have changed since a position. */
  changes(position: string | undefined, signal: AbortSignal): Promise<Changes> {
    this.#removeOld();
    return this.#feed.changes(position, signal);
  }

  /** Yields the statements of all requests, the oldest first. */
  *statements(): Generator<TimedStatement> {
    this.#removeOld();
    for (const { id, method, shortPath, statements } of this.#requests) {
      for (const { text, durationMs } of statements) {
        yield { id, method, path: shortPath, text, durationMs };
      }
    }
  }

  /** Returns a request with the claims of its caller. */
  find(
    id: number,
  ): { readonly request: RecordedRequest; readonly claims: Recording["claims"] } | undefined {
    this.#removeOld();
    const request = this.#requests.find((each) => each.id === id);
    return request && { request, claims: request.claims };
  }

  /** Lets all waiting callers continue. */
  close(): void {
    this.#feed.close();
    this.functionLines.close();
  }

  /**
   * Records a line that a function has written. Lines arrive in a separate stream, so each is assigned to all running
   * requests of the function, or else to its last request.
   */
  #addFunctionLine(name: string, line: RecordedLine): void {
    this.functionLines.add({ ...line, function: name.slice(0, maxCharacters) });
    const path = `/functions/v1/${name}`;
    const isOfFunction = ({ shortPath }: Recording) =>
      shortPath === path || shortPath.startsWith(`${path}/`);
    const running = [...this.#inFlight].filter(isOfFunction);
    if (running.length === 0) this.#addLine(this.#requests.findLast(isOfFunction), line);
    for (const recording of running) this.#addLine(recording, line);
  }

  #addLine(recording: Recording | undefined, line: RecordedLine): void {
    if (!recording || recording.logs.length >= maxLines) return;
    recording.logs.push(line);
    this.#changed(recording);
  }

  #changed(recording: Recording): void {
    // A request is only listed after its response, so earlier changes need no revision.
    if (recording.revision === 0) return;
    recording.revision = this.#feed.nextRevision();
    const { claims, characters: _, ...otherMembers } = recording;
    const characters = JSON.stringify({ claims, ...otherMembers }).length;
    this.#characters += characters - recording.characters;
    recording.characters = characters;
    if (recording.wire) this.#feed.notify();
  }

  #removeOld(): void {
    const oldest = Date.now() - maxAgeMs;
    removeUntil(
      this.#messages,
      (message, remaining) => message.at >= oldest && remaining <= maxMessages,
    );
    removeUntil(this.#requests, (request, remaining) => {
      const isKept =
        request.at >= oldest && remaining <= maxRequests && this.#characters <= maxCharactersOfAll;
      if (!isKept) {
        this.#characters -= request.characters;
        // Marks the request as removed, so that later log messages about it do not list it again.
        request.revision = 0;
      }
      return isKept;
    });
  }
}
