import type { Database } from "../../database/port.ts";
import type { Change, Row } from "./change.ts";
import { matchInDatabase, type TypedFilter } from "./filters.ts";
import type { Interest } from "./interests.ts";
import { contentError, encodePayload } from "./payload.ts";
import type { TokenClaims } from "./port.ts";
import type { Table } from "./tables.ts";
import { findVisibleRows } from "./visibility.ts";

/** The subscriptions that receive a change. */
export type Recipients = readonly Interest[];

/** The dependencies for delivering changes. */
export interface DeliveryDeps {
  /** Evaluates policies. */
  readonly policies: Database;
  /** Evaluates filters, with a shorter timeout because clients write them. */
  readonly filters: Database;
  /** Ends a subscription whose policies or filters could not be evaluated. */
  readonly drop: (interest: Interest, reason: unknown) => void;
}

/** Returns the recipients of each change of a table: the subscriptions that match the change and may read the row. */
export async function findRecipients(
  deps: DeliveryDeps,
  table: Table,
  changes: readonly Change[],
  interests: readonly Interest[],
): Promise<readonly Recipients[]> {
  const rows = changes.map((change) => filterableRow(table, change));
  const matchingRecipients = changes.map((change, index) =>
    interests.filter(
      ({ spec, filters }) =>
        (spec.action === "*" || spec.action === change.type) &&
        filters.every(({ matches, column }) => {
          const row = rows[index] ?? {};
          // No filter matches a missing column, because its value is unknown, which is not the same as null.
          return column in row && (!matches || matches(row[column]));
        }),
    ),
  );
  // Policies come first: the run time of a filter on a hidden row would reveal the row's content.
  const permittedRecipients = table.hasPolicies
    ? await filterByPolicies(deps, table, changes, rows, matchingRecipients)
    : matchingRecipients;
  return filterByDatabase(deps, rows, permittedRecipients);
}

/** Returns the row to which filters are applied. If the table has policies, a deletion exposes only the key. */
function filterableRow(table: Table, { type, record, oldRecord }: Change): Row {
  const row = record ?? oldRecord ?? {};
  if (type !== "DELETE" || !table.hasPolicies) return row;
  return Object.fromEntries(table.primaryKey.map((key) => [key, row[key] ?? null]));
}

async function filterByPolicies(
  { policies, drop }: DeliveryDeps,
  table: Table,
  changes: readonly Change[],
  rows: readonly Row[],
  matchingRecipients: readonly Recipients[],
): Promise<readonly Recipients[]> {
  // A deleted row cannot be checked, and a role that cannot read the key receives an error instead of the row.
  const needsPolicies = ({ subscription }: Interest, change: Change) =>
    change.type !== "DELETE" && contentError(table, change, subscription.claims.role) === undefined;
  const callers = new Map<string, TokenClaims>();
  const rowIndexes = new Map<number, number>();
  for (const [index, change] of changes.entries()) {
    for (const interest of matchingRecipients[index] ?? []) {
      if (!needsPolicies(interest, change)) continue;
      callers.set(interest.subscription.claimsKey, interest.subscription.claims);
      if (!rowIndexes.has(index)) rowIndexes.set(index, rowIndexes.size);
    }
  }
  if (rowIndexes.size === 0) return matchingRecipients;
  const rowsToCheck = [...rowIndexes.keys()].map((index) => rows[index] ?? {});
  const visibilities = await findVisibleRows(policies, table, rowsToCheck, [...callers.values()]);
  const visibilityByCaller = new Map(
    [...callers.keys()].map((key, index) => [key, visibilities[index]]),
  );
  for (const interest of new Set(matchingRecipients.flat())) {
    const visibility = visibilityByCaller.get(interest.subscription.claimsKey);
    if (visibility instanceof Error) drop(interest, visibility);
  }
  return changes.map((change, index) =>
    (matchingRecipients[index] ?? []).filter((interest) => {
      if (!needsPolicies(interest, change)) return true;
      const visibility = visibilityByCaller.get(interest.subscription.claimsKey);
      return visibility instanceof Set && visibility.has(rowIndexes.get(index) ?? -1);
    }),
  );
}

/** Evaluates the remaining filters in SQL, each only on rows that its subscription may read. */
async function filterByDatabase(
  { filters: database, drop }: DeliveryDeps,
  rows: readonly Row[],
  permittedRecipients: readonly Recipients[],
): Promise<readonly Recipients[]> {
  const queries = new Map<string, FilterQuery>();
  for (const [index, recipients] of permittedRecipients.entries()) {
    for (const interest of recipients) {
      for (const filter of interest.filters) {
        if (filter.matches) continue;
        const key = filterKey(interest, filter);
        const { role } = interest.subscription.claims;
        const query = queries.get(key) ?? { filter, role, rowIndexes: [], interests: new Set() };
        if (query.rowIndexes.at(-1) !== index) query.rowIndexes.push(index);
        query.interests.add(interest);
        queries.set(key, query);
      }
    }
  }
  const matchesByFilter = new Map<string, ReadonlySet<number>>();
  for (const [key, { filter, role, rowIndexes, interests }] of queries) {
    try {
      const matches = await matchInDatabase(
        database,
        role,
        filter,
        rowIndexes.map((index) => rows[index] ?? {}),
      );
      matchesByFilter.set(key, new Set([...matches].map((index) => rowIndexes[index] ?? -1)));
    } catch (error) {
      for (const interest of interests) drop(interest, error);
    }
  }
  if (queries.size === 0) return permittedRecipients;
  return permittedRecipients.map((recipients, index) =>
    recipients.filter((interest) =>
      interest.filters.every(
        (filter) =>
          filter.matches || matchesByFilter.get(filterKey(interest, filter))?.has(index) === true,
      ),
    ),
  );
}

interface FilterQuery {
  readonly filter: TypedFilter;
  readonly role: string;
  /** The rows to evaluate the filter on. */
  readonly rowIndexes: number[];
  readonly interests: Set<Interest>;
}

/** Equal filters share a query only if their claims are equal, because other claims see other rows. */
const filterKey = (
  { subscription }: Interest,
  { column, operator, value, isNegated }: TypedFilter,
) => JSON.stringify([subscription.claimsKey, column, operator, value, isNegated]);

/** Delivers a change to its recipients, once per subscriber and payload. */
export function deliver(table: Table, change: Change, recipients: Recipients): void {
  const payloads = new Map<string, string>();
  const payloadFor = ({ subscription, spec }: Interest) => {
    const { role } = subscription.claims;
    const key = JSON.stringify([role, spec.select ?? null]);
    const payload =
      payloads.get(key) ?? encodePayload(table, change, { role, select: spec.select });
    payloads.set(key, payload);
    return payload;
  };
  const bySubscription = Map.groupBy(recipients, ({ subscription }) => subscription);
  for (const [{ subscriber }, interests] of bySubscription) {
    // Entries that select different columns receive different payloads.
    for (const [payload, interestsOfPayload] of Map.groupBy(interests, payloadFor)) {
      subscriber.onChange(
        interestsOfPayload.map(({ id }) => id),
        payload,
        change.type,
      );
    }
  }
}
