import { DatabaseError } from "../../database/errors.ts";
import { subscriptionRefused } from "../errors.ts";
import { type ChangeFilterSpec, type Filter, formatFilterSpec } from "./filter-spec.ts";
import type { TypedFilter } from "./filters.ts";
import type { ChangeSubscriber, TokenClaims } from "./port.ts";
import type { Table } from "./tables.ts";

/** A subscriber with the claims of its token. A new token creates a new subscription. */
export interface SubscriptionWithClaims {
  readonly subscriber: ChangeSubscriber;
  readonly specs: ReadonlyMap<number, ChangeFilterSpec>;
  readonly claims: TokenClaims;
  /** Equal claims have equal keys. */
  readonly claimsKey: string;
}

/** A subscription's entry applied to one table. */
export interface Interest {
  readonly subscription: SubscriptionWithClaims;
  readonly id: number;
  readonly spec: ChangeFilterSpec;
  readonly filters: readonly TypedFilter[];
}

/** A subscription's interests, by table. */
export type InterestsByTable = ReadonlyMap<number, readonly Interest[]>;

const matchesTable = (table: Table, { schema, table: name }: ChangeFilterSpec) =>
  (schema === "*" || schema === table.schema) && (name === "*" || name === table.name);

/** Resolves the types of filters, like `resolveFilterTypes` with a database that is already chosen. */
export type FilterResolver = (
  table: Table,
  filters: readonly Filter[],
  role: string,
) => Promise<readonly TypedFilter[]>;

/**
 * Returns a subscription's interests in each table that its entries match. Checks their filters.
 *
 * @throws {RealtimeError} if no table matches an entry or a filter is invalid
 * @throws {DatabaseUnavailable}
 */
export async function resolveInterests(
  resolve: FilterResolver,
  tables: readonly Table[],
  subscription: SubscriptionWithClaims,
): Promise<InterestsByTable> {
  const interests = new Map<number, Interest[]>();
  for (const [id, spec] of subscription.specs) {
    const matchingTables = tables.filter((table) => matchesTable(table, spec));
    if (matchingTables.length === 0) {
      throw subscriptionRefused(
        `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${formatFilterSpec(spec)}`,
      );
    }
    for (const table of matchingTables) {
      const filters = await resolveFilters(resolve, table, spec, subscription.claims.role);
      const tableInterests = interests.get(table.oid) ?? [];
      tableInterests.push({ subscription, id, spec, filters });
      interests.set(table.oid, tableInterests);
    }
  }
  return interests;
}

async function resolveFilters(
  resolve: FilterResolver,
  table: Table,
  spec: ChangeFilterSpec,
  role: string,
): Promise<readonly TypedFilter[]> {
  try {
    for (const column of spec.select ?? []) {
      const tableColumn = table.columns.find(({ name }) => name === column);
      if (tableColumn?.readers.includes(role)) continue;
      throw new DatabaseError({ code: "P0001", message: `invalid column for filter ${column}` });
    }
    return await resolve(table, spec.filters, role);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw subscriptionRefused(
      `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${formatFilterSpec(spec)}. Exception: ${formatDatabaseError(error)}`,
      error,
    );
  }
}

/** The names of PostgreSQL errors that a client can cause (PostgreSQL documentation, appendix A). */
const errorNames: Readonly<Record<string, string>> = {
  "22P02": "invalid_text_representation",
  "22007": "invalid_datetime_format",
  "22003": "numeric_value_out_of_range",
  P0001: "raise_exception",
};

function formatDatabaseError({ code, message }: DatabaseError): string {
  const name = errorNames[code];
  return ["ERROR", code, ...(name ? [`(${name})`] : []), message].join(" ");
}
