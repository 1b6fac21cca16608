import { randomBytes } from "node:crypto";
import type { RecordedRequest, Recording } from "./recorded-request.ts";
import { WaitQueue } from "./wait-queue.ts";

/** Requests that are new or have changed, in the order of the changes. */
export interface Changes {
  readonly requests: readonly RecordedRequest[];
  /** The position for the next call. */
  readonly next: string;
}

/** The limits of one response. */
const maxRequests = 200;
const maxCharacters = 1_000_000;

/** Lets callers wait for changes in a list of requests. */
export class ChangeFeed {
  /**
   * Identifies the process in each position. A position from an earlier process is invalid, because its requests are
   * lost.
   */
  readonly #process = randomBytes(6).toString("base64url");
  readonly #requests: readonly Recording[];
  readonly #waiters = new WaitQueue();
  #revision = 0;

  constructor(requests: readonly Recording[]) {
    this.#requests = requests;
  }

  nextRevision(): number {
    this.#revision += 1;
    return this.#revision;
  }

  notify(): void {
    this.#waiters.notify();
  }

  async changes(position: string | undefined, signal: AbortSignal): Promise<Changes> {
    const [process, revision] = position?.split(".") ?? [];
    const previous = process === this.#process ? Number(revision) || 0 : 0;
    const ready = this.#changesSince(previous);
    // The first call returns immediately, so that a page that has just been opened learns that the list is empty.
    const isFirst = process !== this.#process;
    if (isFirst || ready.requests.length > 0 || this.#waiters.isFull) return ready;
    await this.#waiters.wait(signal);
    return this.#changesSince(previous);
  }

  close(): void {
    this.#waiters.close();
  }

  #changesSince(revision: number): Changes {
    const changed = this.#requests
      .filter((request) => request.wire !== null && request.revision > revision)
      .sort((first, second) => first.revision - second.revision);
    let characters = 0;
    const requests = changed.slice(0, maxRequests).filter((request, index) => {
      characters += request.characters;
      return index === 0 || characters <= maxCharacters;
    });
    const last = requests.at(-1)?.revision ?? revision;
    return { requests: requests.map(publicPart), next: `${this.#process}.${last}` };
  }
}

const publicPart = ({
  shortPath: _path,
  claims: _claims,
  revision: _revision,
  characters: _characters,
  ...request
}: Recording): RecordedRequest => request;
