import { attachmentLimits } from "./attachments.ts";

/** Why a file is not attached. */
export type Complaint = "tooLarge" | "empty" | "tooMany" | "notUploaded";

/** A file on its way to a note. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  /** waits: for the note to be saved. queued: for those before it. lost: for a connection. */
  readonly phase: "waits" | "queued" | "uploading" | "lost" | "failed";
  /** The share of it that is there, from 0 to 1. */
  readonly share: number;
  readonly complaint?: Complaint;
}

/** The news of the uploads of a note. */
export type UploadNews =
  | { readonly kind: "added"; readonly count: number }
  | { readonly kind: "failed"; readonly name: string; readonly complaint: Complaint };

/** The stages of a file that is being sent. */
export interface SendingEvents {
  onProgress(share: number): void;
  onDone(): void;
  /** The connection is lost; what is there stays there. */
  onLost(): void;
  onRefused(): void;
}

/** A file that is being sent. */
export interface Sending {
  /** Begins, or goes on where it was. */
  start(): void;
  /** Stops; what is there stays there. */
  pause(): void;
  /** Ends it, and drops what is there. */
  discard(): void;
}

export interface UploadQueueOptions {
  send(note: string, file: File, events: SendingEvents): Promise<Sending>;
  /** Reads the files of a note again. */
  onAttached(note: string): Promise<void>;
}

/** The name of a note that is not saved yet. */
export const unsaved = "new";

/** The number of files that are sent at once. */
const mostAtOnce = 2;

/** How long to wait for a connection before another attempt, in milliseconds. */
const pause = 10_000;

const none: readonly Upload[] = [];

/** The reason why a file is refused before it is sent; undefined where it is not. */
export function complaintOf(size: number, attached: number): Complaint | undefined {
  if (size === 0) return "empty";
  if (size > attachmentLimits.size) return "tooLarge";
  return attached >= attachmentLimits.count ? "tooMany" : undefined;
}

/**
 * The uploads of a person, by note. They outlive the editor: a note can be closed while its files are on
 * their way.
 */
export class UploadQueue {
  readonly #options: UploadQueueOptions;
  readonly #notes = new Map<string, readonly Upload[]>();
  readonly #sendings = new Map<number, Sending>();
  readonly #listeners = new Set<() => void>();
  readonly #hearers = new Map<string, (news: UploadNews) => void>();
  readonly #added = new Map<string, number>();
  #othersHearer: ((news: UploadNews) => void) | undefined;
  #isPresent = true;
  #next = 0;

  constructor(options: UploadQueueOptions) {
    this.#options = options;
    addEventListener("online", () => this.#resume());
    // Left to itself, a request hangs for minutes on a connection that is gone.
    addEventListener("offline", () => this.#pause());
    // The browser asks whether the page is to be left.
    addEventListener("beforeunload", (event) => {
      if (!this.#isPresent) return;
      if (this.#all().some(({ phase }) => phase !== "failed")) event.preventDefault();
    });
  }

  /** Stands still while its person is not signed in, and says nothing then: who is there now is another. */
  setPresent(isPresent: boolean): void {
    if (isPresent === this.#isPresent) return;
    this.#isPresent = isPresent;
    if (isPresent) this.#resume();
    else this.#pause();
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The uploads of a note, the same array as long as nothing changes. */
  of(note: string): readonly Upload[] {
    return this.#notes.get(note) ?? none;
  }

  /** Tells what becomes of a note's uploads, until that is ended. */
  hear(note: string, hearer: (news: UploadNews) => void): () => void {
    this.#hearers.set(note, hearer);
    return () => void this.#hearers.delete(note);
  }

  /** Tells what becomes of those of notes of which nobody hears. */
  hearOthers(hearer: (news: UploadNews) => void): void {
    this.#othersHearer = hearer;
  }

  /** @param attached how many files the note has */
  add(note: string, files: readonly File[], attached: number): void {
    for (const file of files) {
      const under = this.of(note).filter(({ phase }) => phase !== "failed").length;
      const complaint = complaintOf(file.size, attached + under);
      const phase = complaint ? "failed" : note === unsaved ? "waits" : "queued";
      this.#next += 1;
      const upload = {
        id: this.#next,
        file,
        phase,
        share: 0,
        ...(complaint && { complaint }),
      } as const;
      this.#set(note, [...this.of(note), upload]);
      if (complaint) this.#tell(note, { kind: "failed", name: file.name, complaint });
    }
    this.#run();
  }

  /** Sends what has waited for the note to be saved. */
  start(note: string): void {
    const waiting = this.of(unsaved).filter(({ phase }) => phase === "waits");
    const queued = waiting.map((upload) => ({ ...upload, phase: "queued" }) as const);
    this.#set(unsaved, none);
    this.#set(note, [...this.of(note), ...queued]);
    this.#run();
  }

  retry(note: string, id: number): void {
    this.#change(note, id, { phase: "queued" });
    this.#run();
  }

  /** Ends an upload, or takes one that failed away. */
  cancel(note: string, id: number): void {
    this.#sendings.get(id)?.discard();
    this.#take(note, id);
    this.#run();
  }

  /**
   * Forgets the files of a note that is not going to be saved.
   *
   * @returns brings them back; undefined where there are none
   */
  forgetUnsaved(): (() => void) | undefined {
    const forgotten = this.of(unsaved);
    if (forgotten.length === 0) return undefined;
    this.#set(unsaved, none);
    return () => this.#set(unsaved, [...forgotten, ...this.of(unsaved)]);
  }

  #all(): readonly Upload[] {
    return [...this.#notes.values()].flat();
  }

  #run(): void {
    if (!this.#isPresent) return;
    let busy = this.#all().filter(({ phase }) => phase === "uploading" || phase === "lost").length;
    for (const [note, uploads] of this.#notes) {
      for (const upload of uploads) {
        if (busy >= mostAtOnce) return;
        if (upload.phase !== "queued") continue;
        busy += 1;
        this.#change(note, upload.id, { phase: "uploading" });
        void this.#send(note, upload);
      }
    }
  }

  async #send(note: string, { id, file }: Upload): Promise<void> {
    try {
      const sending =
        this.#sendings.get(id) ??
        (await this.#options.send(note, file, {
          onProgress: (share) => this.#change(note, id, { phase: "uploading", share }),
          onDone: () => void this.#finish(note, id),
          onLost: () => this.#lose(note, id),
          onRefused: () => this.#fail(note, id),
        }));
      // It may have been cancelled meanwhile.
      if (!this.of(note).some((upload) => upload.id === id)) return sending.discard();
      this.#sendings.set(id, sending);
      sending.start();
    } catch {
      // Without a connection the code that sends cannot be loaded either.
      if (navigator.onLine) this.#fail(note, id);
      else this.#lose(note, id);
    }
  }

  async #finish(note: string, id: number): Promise<void> {
    this.#added.set(note, (this.#added.get(note) ?? 0) + 1);
    // It stays in sight until the list has it.
    await this.#options.onAttached(note).catch(() => {});
    this.#take(note, id);
    this.#run();
    const left = this.of(note).some(({ phase }) => phase !== "failed");
    const count = this.#added.get(note) ?? 0;
    if (left || count === 0) return;
    this.#added.delete(note);
    this.#tell(note, { kind: "added", count });
  }

  #fail(note: string, id: number): void {
    const upload = this.of(note).find((one) => one.id === id);
    if (!upload) return;
    this.#change(note, id, { phase: "failed", complaint: "notUploaded" });
    this.#tell(note, { kind: "failed", name: upload.file.name, complaint: "notUploaded" });
    this.#run();
  }

  #lose(note: string, id: number): void {
    this.#change(note, id, { phase: "lost" });
    setTimeout(() => this.#resume(), pause);
  }

  #pause(): void {
    for (const [note, uploads] of this.#notes) {
      for (const { id, phase } of uploads) {
        if (phase !== "uploading") continue;
        this.#sendings.get(id)?.pause();
        this.#lose(note, id);
      }
    }
  }

  #resume(): void {
    if (!this.#isPresent) return;
    this.#run();
    for (const [note, uploads] of this.#notes) {
      for (const upload of uploads) {
        if (upload.phase !== "lost") continue;
        this.#change(note, upload.id, { phase: "uploading" });
        void this.#send(note, upload);
      }
    }
  }

  #take(note: string, id: number): void {
    this.#sendings.delete(id);
    this.#set(
      note,
      this.of(note).filter((upload) => upload.id !== id),
    );
  }

  #change(note: string, id: number, change: Partial<Upload>): void {
    this.#set(
      note,
      this.of(note).map((upload) => {
        if (upload.id !== id) return upload;
        const { complaint: _, ...rest } = upload;
        return { ...rest, ...change };
      }),
    );
  }

  #set(note: string, uploads: readonly Upload[]): void {
    if (uploads.length > 0) this.#notes.set(note, uploads);
    else this.#notes.delete(note);
    for (const listener of this.#listeners) listener();
  }

  #tell(note: string, news: UploadNews): void {
    if (this.#isPresent) (this.#hearers.get(note) ?? this.#othersHearer)?.(news);
  }
}
