import { attachmentLimits } from "./attachments.ts";

/** The reason why a file was not attached. */
export type UploadError = "tooLarge" | "empty" | "tooMany" | "notUploaded";

/** An upload of a file to a note. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  /**
   * An upload `waits` until the note is saved, is `queued` behind other uploads, or is `lost` until the connection is
   * restored.
   */
  readonly phase: "waits" | "queued" | "uploading" | "lost" | "failed";
  /** A fraction from 0 to 1. */
  readonly progress: number;
  readonly error?: UploadError;
}

/** The outcome of uploads to a note. */
export type UploadEvent =
  | { readonly kind: "added"; readonly count: number }
  | { readonly kind: "failed"; readonly name: string; readonly error: UploadError };

/** The events of a transfer. */
export interface TransferEvents {
  onProgress(progress: number): void;
  onDone(): void;
  /** The connection is lost. The upload can be resumed. */
  onLost(): void;
  onRefused(): void;
}

/** The transfer of a file. */
export interface Transfer {
  /** Starts or resumes the transfer. */
  start(): void;
  /** Stops the transfer so that it can be resumed. */
  pause(): void;
  /** Cancels the upload and discards what was received. */
  discard(): void;
}

export interface UploadQueueOptions {
  send(note: string, file: File, events: TransferEvents): Promise<Transfer>;
  /** Refetches the files of a note. */
  onAttached(note: string): Promise<void>;
}

/** The key of a note that is not saved yet. */
export const unsaved = "new";

const maxParallelUploads = 2;

/** The pause before a lost upload is retried. */
const retryDelayMs = 10_000;

const noUploads: readonly Upload[] = [];

/** Returns why a file cannot be uploaded, or undefined if it can. */
export function validateUpload(size: number, attachedCount: number): UploadError | undefined {
  if (size === 0) return "empty";
  if (size > attachmentLimits.sizeBytes) return "tooLarge";
  return attachedCount >= attachmentLimits.count ? "tooMany" : undefined;
}

/** The uploads of a user, by note. They continue when the editor is closed. */
export class UploadQueue {
  readonly #options: UploadQueueOptions;
  readonly #notes = new Map<string, readonly Upload[]>();
  readonly #transfers = new Map<number, Transfer>();
  readonly #listeners = new Set<() => void>();
  readonly #noteListeners = new Map<string, (event: UploadEvent) => void>();
  readonly #addedCounts = new Map<string, number>();
  #fallbackListener: ((event: UploadEvent) => void) | undefined;
  #isSignedIn = true;
  #lastId = 0;

  constructor(options: UploadQueueOptions) {
    this.#options = options;
    addEventListener("online", () => this.#resume());
    // Without this, a request hangs for minutes on a dead connection.
    addEventListener("offline", () => this.#pause());
    // The browser asks for confirmation before it leaves the page.
    addEventListener("beforeunload", (event) => {
      if (!this.#isSignedIn) return;
      if (this.#all().some(({ phase }) => phase !== "failed")) event.preventDefault();
    });
  }

  /** Pauses the uploads and their events while another user, or nobody, is signed in. */
  setSignedIn(isSignedIn: boolean): void {
    if (isSignedIn === this.#isSignedIn) return;
    this.#isSignedIn = isSignedIn;
    if (isSignedIn) this.#resume();
    else this.#pause();
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Returns the uploads of a note, as the same array until one changes. */
  uploadsOf(note: string): readonly Upload[] {
    return this.#notes.get(note) ?? noUploads;
  }

  /** Subscribes to the events of a note's uploads. Returns a function that unsubscribes. */
  onNoteEvent(note: string, listener: (event: UploadEvent) => void): () => void {
    this.#noteListeners.set(note, listener);
    return () => void this.#noteListeners.delete(note);
  }

  /** Sets the listener for events of notes that have no listener. */
  onOtherEvent(listener: (event: UploadEvent) => void): void {
    this.#fallbackListener = listener;
  }

  /** @param attached the number of files that the note has */
  add(note: string, files: readonly File[], attached: number): void {
    for (const file of files) {
      const pending = this.uploadsOf(note).filter(({ phase }) => phase !== "failed").length;
      const error = validateUpload(file.size, attached + pending);
      const phase = error ? "failed" : note === unsaved ? "waits" : "queued";
      this.#lastId += 1;
      const upload = {
        id: this.#lastId,
        file,
        phase,
        progress: 0,
        ...(error && { error }),
      } as const;
      this.#set(note, [...this.uploadsOf(note), upload]);
      if (error) this.#emit(note, { kind: "failed", name: file.name, error });
    }
    this.#startNext();
  }

  /** Starts the uploads that waited for the note to be saved. */
  start(note: string): void {
    const waiting = this.uploadsOf(unsaved).filter(({ phase }) => phase === "waits");
    const queued = waiting.map((upload) => ({ ...upload, phase: "queued" }) as const);
    this.#set(unsaved, noUploads);
    this.#set(note, [...this.uploadsOf(note), ...queued]);
    this.#startNext();
  }

  retry(note: string, id: number): void {
    this.#change(note, id, { phase: "queued" });
    this.#startNext();
  }

  /** Cancels an upload, or removes a failed one. */
  cancel(note: string, id: number): void {
    this.#transfers.get(id)?.discard();
    this.#remove(note, id);
    this.#startNext();
  }

  /**
   * Drops the files of a note that is discarded.
   *
   * @returns a function that restores them; undefined if there were none
   */
  dropUnsaved(): (() => void) | undefined {
    const droppedUploads = this.uploadsOf(unsaved);
    if (droppedUploads.length === 0) return undefined;
    this.#set(unsaved, noUploads);
    return () => this.#set(unsaved, [...droppedUploads, ...this.uploadsOf(unsaved)]);
  }

  #all(): readonly Upload[] {
    return [...this.#notes.values()].flat();
  }

  #startNext(): void {
    if (!this.#isSignedIn) return;
    let activeCount = this.#all().filter(
      ({ phase }) => phase === "uploading" || phase === "lost",
    ).length;
    for (const [note, uploads] of this.#notes) {
      for (const upload of uploads) {
        if (activeCount >= maxParallelUploads) return;
        if (upload.phase !== "queued") continue;
        activeCount += 1;
        this.#change(note, upload.id, { phase: "uploading" });
        void this.#send(note, upload);
      }
    }
  }

  async #send(note: string, { id, file }: Upload): Promise<void> {
    try {
      const transfer =
        this.#transfers.get(id) ??
        (await this.#options.send(note, file, {
          onProgress: (progress) => this.#change(note, id, { phase: "uploading", progress }),
          onDone: () => void this.#finish(note, id),
          onLost: () => this.#markLost(note, id),
          onRefused: () => this.#fail(note, id),
        }));
      // The upload may have been cancelled in the meantime.
      if (!this.uploadsOf(note).some((upload) => upload.id === id)) return transfer.discard();
      this.#transfers.set(id, transfer);
      transfer.start();
    } catch {
      // Loading the code for uploads also fails while offline.
      if (navigator.onLine) this.#fail(note, id);
      else this.#markLost(note, id);
    }
  }

  async #finish(note: string, id: number): Promise<void> {
    this.#addedCounts.set(note, (this.#addedCounts.get(note) ?? 0) + 1);
    // The upload stays visible until the list contains the file.
    await this.#options.onAttached(note).catch(() => {});
    this.#remove(note, id);
    this.#startNext();
    const hasUnfinished = this.uploadsOf(note).some(({ phase }) => phase !== "failed");
    const count = this.#addedCounts.get(note) ?? 0;
    if (hasUnfinished || count === 0) return;
    this.#addedCounts.delete(note);
    this.#emit(note, { kind: "added", count });
  }

  #fail(note: string, id: number): void {
    const upload = this.uploadsOf(note).find((item) => item.id === id);
    if (!upload) return;
    this.#change(note, id, { phase: "failed", error: "notUploaded" });
    this.#emit(note, { kind: "failed", name: upload.file.name, error: "notUploaded" });
    this.#startNext();
  }

  #markLost(note: string, id: number): void {
    this.#change(note, id, { phase: "lost" });
    setTimeout(() => this.#resume(), retryDelayMs);
  }

  #pause(): void {
    for (const [note, uploads] of this.#notes) {
      for (const { id, phase } of uploads) {
        if (phase !== "uploading") continue;
        this.#transfers.get(id)?.pause();
        this.#markLost(note, id);
      }
    }
  }

  #resume(): void {
    if (!this.#isSignedIn) return;
    this.#startNext();
    for (const [note, uploads] of this.#notes) {
      for (const upload of uploads) {
        if (upload.phase !== "lost") continue;
        this.#change(note, upload.id, { phase: "uploading" });
        void this.#send(note, upload);
      }
    }
  }

  #remove(note: string, id: number): void {
    this.#transfers.delete(id);
    this.#set(
      note,
      this.uploadsOf(note).filter((upload) => upload.id !== id),
    );
  }

  #change(note: string, id: number, change: Partial<Upload>): void {
    this.#set(
      note,
      this.uploadsOf(note).map((upload) => {
        if (upload.id !== id) return upload;
        const { error: _, ...rest } = upload;
        return { ...rest, ...change };
      }),
    );
  }

  #set(note: string, uploads: readonly Upload[]): void {
    if (uploads.length > 0) this.#notes.set(note, uploads);
    else this.#notes.delete(note);
    for (const listener of this.#listeners) listener();
  }

  #emit(note: string, event: UploadEvent): void {
    if (this.#isSignedIn) (this.#noteListeners.get(note) ?? this.#fallbackListener)?.(event);
  }
}
