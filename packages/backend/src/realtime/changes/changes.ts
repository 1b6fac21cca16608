import { type Database, DatabaseError, type Share } from "../../database/port.ts";
import type { Log } from "../../log/log.ts";
import type { Change, ChangeListener, ChangeSource } from "./change.ts";
import { type Interest, interestsOf, type Subscriber } from "./interests.ts";
import { Lane } from "./lane.ts";
import {
  type ChangeClaims,
  type ChangeSubscriber,
  type ChangeSubscription,
  ChangesRefused,
  type TableChanges,
} from "./port.ts";
import { listenByReplication } from "./replication.ts";
import { readTables, type Table } from "./tables.ts";
import { audiencesOf, type Telling, tell } from "./telling.ts";
import { listenByTriggers } from "./triggers.ts";
import { readWanted } from "./wanted.ts";

const share: Share = { connections: 2, acquireTimeout: 10_000, longest: 10_000, givesWay: true };
/** For filters, which a client writes: a pattern can take the database for ever. */
const forFilters: Share = { ...share, connections: 1, longest: 500 };

/** In milliseconds: how long to wait after a table could not be followed. */
const followPause = 1_000;
/** In milliseconds: how often tables are looked for that were made anew, or published. */
const lookout = 30_000;

/** By table. */
type Interests = ReadonlyMap<number, readonly Interest[]>;

/**
 * Tells channels of the changes of tables in the publication `supabase_realtime`. Each hears of the rows that the
 * policies show it, with the columns that its role may read.
 */
export function createTableChanges(given: Database, log: Log): TableChanges {
  const database = given.share(share);
  const subscribers = new Map<Subscriber, Interests>();
  const followed = new Set<number>();
  let source: Promise<ChangeSource> | undefined;
  const following = new Map<number, Promise<void>>();

  /** As the catalogue has them now: what is forbidden a moment before a change is not to be told. */
  const tablesFor = (more: readonly string[] = []): Promise<readonly Table[]> =>
    readTables(
      database,
      new Set([...subscribers.keys()].map(({ claims }) => claims.role).concat(more)),
    );

  /** Ends a subscription that cannot go on. */
  const end = (subscriber: Subscriber, cause: unknown) => {
    if (!subscribers.delete(subscriber)) return;
    collect();
    subscriber.channel.onEnd(
      cause instanceof ChangesRefused
        ? cause
        : new ChangesRefused("A filter or a policy could not be answered.", { cause }),
    );
  };
  const telling: Telling = {
    policies: database,
    filters: given.share(forFilters),
    drop: ({ subscriber }, reason) => end(subscriber, reason),
  };

  /** Those whose filters the database decides wait for themselves alone. */
  const lanes = [laneFor((one) => !isAsked(one)), laneFor(isAsked)];
  function isAsked(subscriber: Subscriber): boolean {
    const own = [...(subscribers.get(subscriber)?.values() ?? [])].flat();
    return own.some(({ filters }) => filters.some(({ decide }) => !decide));
  }
  function laneFor(belongs: (subscriber: Subscriber) => boolean) {
    let interests: Interests = new Map();
    const tellAll = async (changes: readonly Change[]) => {
      const asked = new Map([...subscribers.keys()].map((one) => [one, one.claimsKey]));
      const all = new Map((await tablesFor()).map((table) => [table.oid, table]));
      const audiences = new Map<Change, readonly Interest[]>();
      for (const [relation, same] of Map.groupBy(changes, (change) => change.relation)) {
        const table = all.get(relation);
        if (!table) continue;
        const told = same.filter(({ type }) => table.actions.includes(type));
        const found = await audiencesOf(telling, table, told, interests.get(relation) ?? []);
        for (const [place, change] of told.entries()) audiences.set(change, found[place] ?? []);
      }
      for (const [change, audience] of audiences) {
        const table = all.get(change.relation);
        // Whoever has other claims by now was not asked about.
        const present = audience.filter(
          ({ subscriber }) =>
            subscribers.has(subscriber) && asked.get(subscriber) === subscriber.claimsKey,
        );
        if (table) tell(table, change, present);
      }
    };
    const gap = () => {
      for (const one of subscribers.keys()) if (belongs(one)) one.channel.onGap();
    };
    const lane = new Lane(tellAll, gap, log);
    return {
      lane,
      hear: (change: Change) => {
        if (interests.has(change.relation)) lane.add(change);
      },
      collect: () => {
        const byTable = new Map<number, Interest[]>();
        for (const [subscriber, own] of subscribers) {
          if (!belongs(subscriber)) continue;
          for (const [relation, some] of own) {
            const those = byTable.get(relation) ?? [];
            those.push(...some);
            byTable.set(relation, those);
          }
        }
        interests = byTable;
      },
    };
  }
  const collect = () => {
    for (const one of lanes) one.collect();
  };
  const listener: ChangeListener = {
    onChange: (change) => {
      for (const { hear } of lanes) hear(change);
    },
    onGap: (relation) => {
      if (relation === undefined) {
        for (const { lane } of lanes) lane.missed();
        return;
      }
      for (const [{ channel }, own] of subscribers) if (own.has(relation)) channel.onGap();
    },
  };

  const follow = async (relations: Iterable<number>) => {
    source ??= openSource(given, log, listener).catch((error: unknown) => {
      source = undefined;
      throw error;
    });
    const opened = await source;
    for (const relation of relations) {
      if (followed.has(relation)) continue;
      // One attempt for all: each has the table's writers wait. A failure counts for a while.
      const attempt = following.get(relation) ?? opened.follow(relation);
      if (!following.has(relation)) {
        following.set(relation, attempt);
        attempt.then(
          () => {
            followed.add(relation);
            following.delete(relation);
          },
          () => setTimeout(() => following.delete(relation), followPause).unref?.(),
        );
      }
      await attempt;
    }
  };
  /** How many subscribers are being added: they count on tables that are followed. */
  let adding = 0;
  const add = async (subscriber: Subscriber) => {
    adding++;
    try {
      const tables = await tablesFor([subscriber.claims.role]);
      const own = await interestsOf(database, tables, subscriber);
      await follow(own.keys());
      subscribers.set(subscriber, own);
      collect();
    } finally {
      adding--;
    }
  };

  /** Follows tables that were made anew, and leaves those that nobody listens to. */
  const lookAround = async () => {
    for (const subscriber of [...subscribers.keys()]) {
      try {
        const own = await interestsOf(database, await tablesFor(), subscriber);
        if (subscribers.has(subscriber)) subscribers.set(subscriber, own);
      } catch (error) {
        if (!(error instanceof ChangesRefused)) throw error;
        end(subscriber, error);
      }
    }
    collect();
    if (!source) return;
    const wantedTables = () => new Set([...subscribers.values()].flatMap((own) => [...own.keys()]));
    await follow(wantedTables());
    const opened = await source;
    if (adding > 0) return;
    const wanted = wantedTables();
    for (const relation of followed) {
      if (wanted.has(relation)) continue;
      followed.delete(relation);
      opened.leave(relation);
    }
  };
  const looking = setInterval(() => {
    lookAround().catch((err: unknown) =>
      log.error({ err }, "the published tables could not be read"),
    );
  }, lookout);
  looking.unref?.();

  return {
    subscribe: async (channel: ChangeSubscriber): Promise<ChangeSubscription> => {
      const wanted = new Map([...channel.wanted].map(([id, entry]) => [id, readWanted(entry)]));
      const subscriber = { channel, wanted, ...identified(channel.claims) };
      await add(subscriber);
      let isClosed = false;
      return {
        renew: (claims) => {
          const isSame = claims.role === subscriber.claims.role;
          Object.assign(subscriber, identified(claims));
          if (isSame || !subscribers.delete(subscriber)) return;
          // Another role may not read what the filters look at.
          collect();
          add(subscriber).then(
            () => {
              if (isClosed && subscribers.delete(subscriber)) collect();
              else channel.onGap();
            },
            (error: unknown) => {
              channel.onEnd(
                error instanceof ChangesRefused
                  ? error
                  : new ChangesRefused("The new token's rights could not be read."),
              );
            },
          );
        },
        close: () => {
          isClosed = true;
          if (subscribers.delete(subscriber)) collect();
        },
      };
    },
    close: async () => {
      clearInterval(looking);
      subscribers.clear();
      collect();
      await Promise.all(lanes.map(({ lane }) => lane.end()));
      await (await source?.catch(() => undefined))?.close();
    },
  };
}

/** Replication costs writers nothing; where the server does not allow it, triggers tell. */
async function openSource(
  database: Database,
  log: Log,
  listener: ChangeListener,
): Promise<ChangeSource> {
  const { replicate } = database;
  if (database.engine === "pglite") return listenByTriggers(database, log, listener);
  if (!replicate) {
    throw new ChangesRefused(
      "Changes of tables are not heard through a pooler. Set DATABASE_DIRECT_URL to the address of the server itself.",
    );
  }
  try {
    return await listenByReplication({ ...database, replicate }, log, listener);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    log.info({ reason: error.message }, "changes of tables are heard by triggers");
    return listenByTriggers(database, log, listener);
  }
}

/** Claims, and a text that is equal for equal claims. */
function identified(claims: ChangeClaims) {
  const sorted = Object.entries(claims).sort(([one], [other]) => (one < other ? -1 : 1));
  return { claims, claimsKey: JSON.stringify(sorted) };
}
