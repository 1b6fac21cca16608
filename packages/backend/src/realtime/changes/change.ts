import { type Json, parseExactly } from "./exact-json.ts";
import type { Action } from "./filter-spec.ts";

/** A row's values by column name. */
export type Row = { readonly [column: string]: Json };

/** A committed change of one row. */
export interface Change {
  readonly tableOid: number;
  readonly type: Action;
  readonly timestamp: Date;
  /** The new row. Undefined for a deletion. */
  readonly record: Row | undefined;
  /** The replica identity of the old row. Undefined for an insertion. */
  readonly oldRecord: Row | undefined;
  /** The length of the text that the source has sent. */
  readonly size: number;
}

/** Reports the committed changes of the tables that it follows. */
export interface ChangeSource {
  /** Starts to report a table's changes, until {@link unfollow} is called. */
  follow(tableOid: number): Promise<void>;
  unfollow(tableOid: number): void;
  close(): Promise<void>;
}

/** Receives changes in commit order. */
export interface ChangeListener {
  onChange(change: Change): void;
  /**
   * Called when there may be a gap: committed changes of one table, or of all tables, that are never reported. Gaps
   * arise when the connection to the database breaks, when too many changes wait, or when a change cannot be read.
   * Nothing repeats the missing changes, so clients receive a status message and can read the rows again.
   */
  onGap(tableOid?: number): void;
}

/** Parses a change from the JSON that the trigger writes. */
export function parseChange(text: string): Change {
  const { relation, type, at, record, before } = parseExactly(text) as {
    readonly relation: number;
    readonly type: Action;
    readonly at: string;
    readonly record: Row | null;
    readonly before: Row | null;
  };
  return {
    tableOid: relation,
    type,
    timestamp: new Date(at),
    record: record ?? undefined,
    oldRecord: before ?? undefined,
    size: text.length,
  };
}
