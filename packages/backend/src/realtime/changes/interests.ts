import { DatabaseError } from "../../database/port.ts";
import type { TypedFilter } from "./filters.ts";
import { type ChangeClaims, type ChangeSubscriber, ChangesRefused } from "./port.ts";
import type { Table } from "./tables.ts";
import { type Filter, shown, type Wanted } from "./wanted.ts";

/** A channel with the claims of one token. A new token makes a new subscriber of it. */
export interface Subscriber {
  readonly channel: ChangeSubscriber;
  readonly wanted: ReadonlyMap<number, Wanted>;
  readonly claims: ChangeClaims;
  /** Equal for equal claims. */
  readonly claimsKey: string;
}

/** An entry of a subscriber, for one table. */
export interface Interest {
  readonly subscriber: Subscriber;
  readonly id: number;
  readonly wanted: Wanted;
  readonly filters: readonly TypedFilter[];
}

/** A subscriber's interests, by table. */
export type Interests = ReadonlyMap<number, readonly Interest[]>;

const has = (table: Table, { schema, table: name }: Wanted) =>
  (schema === "*" || schema === table.schema) && (name === "*" || name === table.name);

/** Checks the filters of an entry for a role, as `typedFilters` does. */
export type CheckFilters = (
  table: Table,
  filters: readonly Filter[],
  role: string,
) => Promise<readonly TypedFilter[]>;

/**
 * Finds the tables that a subscriber wants to hear of, and checks its filters.
 *
 * @throws {ChangesRefused} in the reference's words, when there is no such table or a filter is wrong
 * @throws {DatabaseUnavailable}
 */
export async function interestsOf(
  check: CheckFilters,
  tables: readonly Table[],
  subscriber: Subscriber,
): Promise<Interests> {
  const interests = new Map<number, Interest[]>();
  for (const [id, wanted] of subscriber.wanted) {
    const matching = tables.filter((table) => has(table, wanted));
    if (matching.length === 0) {
      throw new ChangesRefused(
        `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${shown(wanted)}`,
      );
    }
    for (const table of matching) {
      const filters = await checked(check, table, wanted, subscriber.claims.role);
      const all = interests.get(table.oid) ?? [];
      all.push({ subscriber, id, wanted, filters });
      interests.set(table.oid, all);
    }
  }
  return interests;
}

async function checked(
  check: CheckFilters,
  table: Table,
  wanted: Wanted,
  role: string,
): Promise<readonly TypedFilter[]> {
  try {
    for (const column of wanted.select ?? []) {
      const found = table.columns.find(({ name }) => name === column);
      if (found?.readers.includes(role)) continue;
      throw new DatabaseError({ code: "P0001", message: `invalid column for filter ${column}` });
    }
    return await check(table, wanted.filters, role);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new ChangesRefused(
      `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${shown(wanted)}. Exception: ${told(error)}`,
      { cause: error },
    );
  }
}

/** PostgreSQL's names of errors that a client can cause (PostgreSQL documentation, appendix A). */
const names: Readonly<Record<string, string>> = {
  "22P02": "invalid_text_representation",
  "22007": "invalid_datetime_format",
  "22003": "numeric_value_out_of_range",
  P0001: "raise_exception",
};

function told({ code, message }: DatabaseError): string {
  const name = names[code];
  return ["ERROR", code, ...(name ? [`(${name})`] : []), message].join(" ");
}
