import type { Database } from "../../database/port.ts";
import type { Change, Row } from "./change.ts";
import { passesByText, passing, type TypedFilter } from "./filters.ts";
import type { Interest } from "./interests.ts";
import { payloadOf, refusalOf } from "./payload.ts";
import type { ChangeClaims } from "./port.ts";
import type { Table } from "./tables.ts";
import { visibleRows } from "./visibility.ts";

/** Those who are told of a change. */
export type Audience = readonly Interest[];

/** The parts that changes are told with. */
export interface Telling {
  /** The database that policies are asked on. */
  readonly policies: Database;
  /** The same, limited for what clients write. */
  readonly filters: Database;
  /** Ends a subscription whose filter the database cannot answer. */
  readonly drop: (interest: Interest, reason: unknown) => void;
}

/** Finds who may and wants to hear of each of a table's changes: by actions, filters, and policies. */
export async function audiencesOf(
  telling: Telling,
  table: Table,
  changes: readonly Change[],
  interests: readonly Interest[],
): Promise<readonly Audience[]> {
  const rows = changes.map(({ record, before }) => record ?? before ?? {});
  const verdicts = await askFilters(telling, rows, interests);
  const wanting = changes.map((change, place) =>
    interests.filter(
      ({ wanted, filters }) =>
        (wanted.action === "*" || wanted.action === change.type) &&
        filters.every((filter) => passes(filter, rows[place] ?? {}, place, verdicts)),
    ),
  );
  if (!table.hasPolicies) return wanting;

  // A deleted row is nowhere to be looked at. A role that cannot read the key is told so.
  const needsPolicies = (change: Change, role: string) =>
    change.type !== "DELETE" && refusalOf(table, change, role) === undefined;
  const callers = new Map<string, ChangeClaims>();
  const asked: number[] = [];
  changes.forEach((change, place) => {
    const before = callers.size;
    let isAsked = false;
    for (const { subscriber } of wanting[place] ?? []) {
      if (!needsPolicies(change, subscriber.claims.role)) continue;
      callers.set(subscriber.claimsKey, subscriber.claims);
      isAsked = true;
    }
    if (isAsked || callers.size > before) asked.push(place);
  });
  if (asked.length === 0) return wanting;
  const keys = [...callers.keys()];
  const seen = await visibleRows(
    telling.policies,
    table,
    asked.map((place) => rows[place] ?? {}),
    [...callers.values()],
  );
  const seenBy = new Map(keys.map((key, index) => [key, seen[index]]));
  const askedAt = new Map(asked.map((place, index) => [place, index]));
  return changes.map((change, place) =>
    (wanting[place] ?? []).filter(
      ({ subscriber: { claims, claimsKey } }) =>
        !needsPolicies(change, claims.role) ||
        seenBy.get(claimsKey)?.has(askedAt.get(place) ?? -1) === true,
    ),
  );
}

/** For each filter that the database decides, the places of the rows that pass it. */
type Verdicts = ReadonlyMap<string, ReadonlySet<number>>;

const nameOf = ({ column, operator, value, isNegated }: TypedFilter) =>
  JSON.stringify([column, operator, value, isNegated]);

function passes(filter: TypedFilter, row: Row, place: number, verdicts: Verdicts): boolean {
  if (filter.texts) return passesByText(filter, row);
  return verdicts.get(nameOf(filter))?.has(place) === true;
}

async function askFilters(
  { filters: database, drop }: Telling,
  rows: readonly Row[],
  interests: readonly Interest[],
): Promise<Verdicts> {
  const asked = new Map<string, TypedFilter>();
  for (const { filters } of interests) {
    for (const filter of filters) if (!filter.texts) asked.set(nameOf(filter), filter);
  }
  if (asked.size === 0) return new Map();
  const names = [...asked.keys()];
  const named = (found: ReadonlyMap<number, ReadonlySet<number>>, from: readonly string[]) =>
    from.map((name, index) => [name, found.get(index) ?? new Set<number>()] as const);
  try {
    return new Map(named(await passing(database, [...asked.values()], rows), names));
  } catch {
    // One of them is wrong, or takes too long, which must not keep the others from hearing.
    const verdicts = new Map<string, ReadonlySet<number>>();
    for (const [name, filter] of asked) {
      try {
        for (const [, passed] of named(await passing(database, [filter], rows), [name])) {
          verdicts.set(name, passed);
        }
      } catch (error) {
        for (const interest of interests) {
          if (interest.filters.some((one) => nameOf(one) === name)) drop(interest, error);
        }
      }
    }
    return verdicts;
  }
}

/** Tells a change's audience of it, each channel once. */
export function tell(table: Table, change: Change, audience: Audience): void {
  const texts = new Map<string, string>();
  const textFor = ({ subscriber, wanted }: Interest) => {
    const { role } = subscriber.claims;
    const name = JSON.stringify([role, wanted.select ?? null]);
    const text = texts.get(name) ?? payloadOf(table, change, { role, select: wanted.select });
    texts.set(name, text);
    return text;
  };
  const byChannel = Map.groupBy(audience, ({ subscriber }) => subscriber);
  for (const [{ channel }, interests] of byChannel) {
    // Entries that ask for different columns hear of different contents.
    for (const [text, same] of Map.groupBy(interests, textFor)) {
      channel.onChange(
        same.map(({ id }) => id),
        text,
      );
    }
  }
}
