import { type Json, parseExactly } from "./exact-json.ts";
import type { Action } from "./wanted.ts";

/** A row, by its columns' names. */
export type Row = { readonly [column: string]: Json };

/** A committed change of a row. */
export interface Change {
  /** The table's object identifier. */
  readonly relation: number;
  readonly type: Action;
  readonly at: Date;
  /** The new row; a deletion has none. */
  readonly record: Row | undefined;
  /** The old row's replica identity; an insertion has none. */
  readonly before: Row | undefined;
  /** In characters. */
  readonly size: number;
}

/** A source of committed changes. */
export interface ChangeSource {
  /** Has the source tell of a table's changes, until {@link leave} is called. */
  follow(relation: number): Promise<void>;
  leave(relation: number): void;
  close(): Promise<void>;
}

/** The listener of a source. Changes come in the order of their commits. */
export interface ChangeListener {
  onChange(change: Change): void;
  /** Called when changes may have been missed: those of a table, or all. */
  onGap(relation?: number): void;
}

/** Reads a change as the trigger writes it. */
export function readChange(text: string): Change {
  const { relation, type, at, record, before } = parseExactly(text) as unknown as {
    readonly relation: number;
    readonly type: Action;
    readonly at: string;
    readonly record: Row | null;
    readonly before: Row | null;
  };
  return {
    ...{ relation, type, at: new Date(at) },
    ...{ record: record ?? undefined, before: before ?? undefined, size: text.length },
  };
}
