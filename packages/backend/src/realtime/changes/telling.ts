import type { Database } from "../../database/port.ts";
import type { Change, Row } from "./change.ts";
import { passing, type TypedFilter } from "./filters.ts";
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
  /** Ends a subscription that the database cannot answer for. */
  readonly drop: (interest: Interest, reason: unknown) => void;
}

/** Finds who may and wants to hear of each of a table's changes. */
export async function audiencesOf(
  telling: Telling,
  table: Table,
  changes: readonly Change[],
  interests: readonly Interest[],
): Promise<readonly Audience[]> {
  const rows = changes.map((change) => rowOf(table, change));
  const wanting = changes.map((change, place) =>
    interests.filter(
      ({ wanted, filters }) =>
        (wanted.action === "*" || wanted.action === change.type) &&
        filters.every(({ decide, column }) => {
          const row = rows[place] ?? {};
          // Nothing is known of a value that is not told: not even that it is null.
          return column in row && (!decide || decide(row[column]));
        }),
    ),
  );
  // Policies come first: what a pattern does with a row that is hidden, its time too, would tell of the row.
  const seeing = table.hasPolicies ? await seenBy(telling, table, changes, rows, wanting) : wanting;
  return askFilters(telling, rows, seeing);
}

/** The row that filters see. A deleted row under policies is known by its key alone. */
function rowOf(table: Table, { type, record, before }: Change): Row {
  const row = record ?? before ?? {};
  if (type !== "DELETE" || !table.hasPolicies) return row;
  return Object.fromEntries(table.key.map((name) => [name, row[name] ?? null]));
}

async function seenBy(
  { policies, drop }: Telling,
  table: Table,
  changes: readonly Change[],
  rows: readonly Row[],
  wanting: readonly Audience[],
): Promise<readonly Audience[]> {
  // A deleted row is nowhere to be looked at. A role that cannot read the key is told so.
  const needsPolicies = ({ subscriber }: Interest, change: Change) =>
    change.type !== "DELETE" && refusalOf(table, change, subscriber.claims.role) === undefined;
  const callers = new Map<string, ChangeClaims>();
  const asked = new Map<number, number>();
  for (const [place, change] of changes.entries()) {
    for (const interest of wanting[place] ?? []) {
      if (!needsPolicies(interest, change)) continue;
      callers.set(interest.subscriber.claimsKey, interest.subscriber.claims);
      if (!asked.has(place)) asked.set(place, asked.size);
    }
  }
  if (asked.size === 0) return wanting;
  const those = [...asked.keys()].map((place) => rows[place] ?? {});
  const seen = await visibleRows(policies, table, those, [...callers.values()]);
  const byCaller = new Map([...callers.keys()].map((key, index) => [key, seen[index]]));
  for (const interest of new Set(wanting.flat())) {
    const verdict = byCaller.get(interest.subscriber.claimsKey);
    if (verdict instanceof Error) drop(interest, verdict);
  }
  return changes.map((change, place) =>
    (wanting[place] ?? []).filter((interest) => {
      if (!needsPolicies(interest, change)) return true;
      const verdict = byCaller.get(interest.subscriber.claimsKey);
      return verdict instanceof Set && verdict.has(asked.get(place) ?? -1);
    }),
  );
}

/** Asks the database about the filters that it has to decide, each about the rows that its subscriber sees. */
async function askFilters(
  { filters: database, drop }: Telling,
  rows: readonly Row[],
  seeing: readonly Audience[],
): Promise<readonly Audience[]> {
  const questions = new Map<string, Question>();
  for (const [place, audience] of seeing.entries()) {
    for (const interest of audience) {
      for (const filter of interest.filters) {
        if (filter.decide) continue;
        const name = nameOf(interest, filter);
        const { role } = interest.subscriber.claims;
        const question = questions.get(name) ?? { filter, role, places: [], interests: new Set() };
        if (question.places.at(-1) !== place) question.places.push(place);
        question.interests.add(interest);
        questions.set(name, question);
      }
    }
  }
  const passed = new Map<string, ReadonlySet<number>>();
  for (const [name, { filter, role, places, interests }] of questions) {
    try {
      const found = await passing(
        database,
        role,
        filter,
        places.map((place) => rows[place] ?? {}),
      );
      passed.set(name, new Set([...found].map((index) => places[index] ?? -1)));
    } catch (error) {
      for (const interest of interests) drop(interest, error);
    }
  }
  if (questions.size === 0) return seeing;
  return seeing.map((audience, place) =>
    audience.filter((interest) =>
      interest.filters.every(
        (filter) => filter.decide || passed.get(nameOf(interest, filter))?.has(place) === true,
      ),
    ),
  );
}

interface Question {
  readonly filter: TypedFilter;
  readonly role: string;
  /** Of the rows in question. */
  readonly places: number[];
  readonly interests: Set<Interest>;
}

/** The same filter of other claims is asked about other rows. */
const nameOf = ({ subscriber }: Interest, { column, operator, value, isNegated }: TypedFilter) =>
  JSON.stringify([subscriber.claimsKey, column, operator, value, isNegated]);

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
        change.type,
      );
    }
  }
}
