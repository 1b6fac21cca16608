import type { Trouble } from "../../../../packages/backend/src/trouble.ts";
import { call } from "./call.ts";

export type { Trouble };

/** The server's clock, and the simulated failures. */
export interface TimeStatus {
  readonly now: string;
  readonly offsetMs: number;
  readonly startedAt: string;
  readonly trouble: Trouble;
  readonly providers: readonly { readonly name: string; readonly isSandbox: boolean }[];
}

/** The query key of the status. Several components use it. */
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

/** The snapshots, or null if the database is in memory. */
export interface Snapshots {
  readonly snapshots: readonly Snapshot[] | null;
  readonly canRestore?: boolean;
  /** Whether the server failed to start with the snapshot that was restored last. */
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
