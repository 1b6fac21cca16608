import { call } from "./call.ts";

/** The failures that are switched on. */
export interface Trouble {
  /** In milliseconds. */
  readonly delay?: number;
  readonly mailDelay?: number;
  readonly mailRefused?: boolean;
  readonly providersDown?: boolean;
  readonly rateLimited?: boolean;
}

/** The clock of the server, and what fails on request. */
export interface TimeStatus {
  readonly now: string;
  readonly offsetMs: number;
  readonly startedAt: string;
  readonly trouble: Trouble;
  readonly providers: readonly { readonly name: string; readonly isSandbox: boolean }[];
}

/** The key under which the status is cached, for all who show it. */
export const timeKey = ["time"] as const;

export const getTime = () => call<TimeStatus>("/time");

export const setClock = (offsetMs: number) =>
  call<TimeStatus>("/time/clock", { body: { offsetMs } });

export const setTrouble = (trouble: Trouble) =>
  call<TimeStatus>("/time/trouble", { body: trouble });

export interface Snapshot {
  readonly name: string;
  readonly date: string;
  readonly sizeBytes: number;
  readonly hasFiles: boolean;
}

/** The snapshots; null for a database in memory. */
export interface Snapshots {
  readonly snapshots: readonly Snapshot[] | null;
  readonly canRestore?: boolean;
  /** Whether the server did not start with the last one that was chosen. */
  readonly hasFailed?: boolean;
}

export const getSnapshots = () => call<Snapshots>("/snapshots");

export const saveSnapshot = (name: string, replaces: boolean) =>
  call<Snapshots>("/snapshots", { body: { name, replaces } });

/** What was added since a snapshot. */
export interface Losses {
  readonly date: string;
  readonly accounts: number;
  readonly files: number;
}

export const getLosses = (name: string) => call<Losses>("/snapshots/losses", { body: { name } });

export const restoreSnapshot = (name: string) =>
  call<object>("/snapshots/restore", { body: { name } });
