import type { Database, Share } from "../../database/port.ts";
import type { Log } from "../../log/log.ts";
import { typedFilters } from "./filters.ts";
import { FollowedTables } from "./followed-tables.ts";
import { type CheckFilters, interestsOf, type Subscriber } from "./interests.ts";
import { type ChangeClaims, ChangesRefused, type TableChanges } from "./port.ts";
import { openSource } from "./source.ts";
import { Subscribers } from "./subscribers.ts";
import { readTables, type Table } from "./tables.ts";
import { readWanted } from "./wanted.ts";

const share: Share = { connections: 2, acquireTimeout: 10_000, longest: 10_000, givesWay: true };
/** For filters, which a client writes: a pattern can take the database for ever. */
const forFilters: Share = { ...share, longest: 500 };

/** In milliseconds: how often tables are looked for that were made anew, or published. */
const lookout = 30_000;

/**
 * Tells channels of the changes of tables in the publication `supabase_realtime`. Each hears of the rows that the
 * policies show it, with the columns that its role may read.
 */
export function createTableChanges(given: Database, log: Log): TableChanges {
  const database = given.share(share);
  const end = (subscriber: Subscriber, cause: unknown) => {
    const { channel } = subscriber;
    const current = subscribers.of(channel);
    if (current === subscriber) {
      subscribers.remove(channel);
      channel.onEnd(refusalOf(cause));
    } else if (current) {
      // Nobody knows what its claims of before would have shown.
      channel.onGap();
    }
  };
  const subscribers: Subscribers = new Subscribers(
    {
      policies: database,
      filters: given.share(forFilters),
      drop: ({ subscriber }, reason) => end(subscriber, reason),
    },
    () => readTables(database, subscribers.roles),
    log,
  );
  const followed = new FollowedTables(() =>
    openSource(given, log, {
      onChange: (change) => subscribers.hear(change),
      onGap: (table) => subscribers.missed(table),
    }),
  );

  let last: Promise<unknown> = Promise.resolve();
  /** Asks one question at a time: who wants much is not to keep the others from the database. */
  const inTurn = <Answer>(isWanted: () => boolean, ask: () => Promise<Answer>) => {
    const answer = last.then(() => {
      if (isWanted()) return ask();
      throw new ChangesRefused("The channel has ended.");
    });
    last = answer.catch(() => {});
    return answer;
  };
  const checking =
    (isWanted: () => boolean): CheckFilters =>
    (table, filters, role) =>
      filters.length === 0
        ? Promise.resolve([])
        : inTurn(isWanted, () => typedFilters(database, table, filters, role));

  /** How many subscribers are being added: they count on tables that are followed. */
  let adding = 0;
  /** The tables that all interests were read from, as JSON; none when they differ. */
  let known: string | undefined;
  const add = async (subscriber: Subscriber, isWanted: () => boolean) => {
    adding++;
    try {
      const roles = new Set(subscribers.roles).add(subscriber.claims.role);
      const tables = await inTurn(isWanted, () => readTables(database, roles));
      const interests = await interestsOf(checking(isWanted), tables, subscriber);
      await followed.follow(interests.keys());
      if (!isWanted()) return;
      if (JSON.stringify(tables) !== known) known = undefined;
      subscribers.place(subscriber, interests);
    } finally {
      adding--;
    }
  };

  /** Reads everybody's interests from the tables of now. */
  const readInterests = async (tables: readonly Table[]) => {
    for (const subscriber of subscribers.all) {
      const isPresent = () => subscribers.of(subscriber.channel) === subscriber;
      if (!isPresent()) continue;
      try {
        const interests = await interestsOf(checking(isPresent), tables, subscriber);
        if (isPresent()) subscribers.place(subscriber, interests);
      } catch (error) {
        if (!(error instanceof ChangesRefused)) throw error;
        if (isPresent()) end(subscriber, error);
      }
    }
  };
  /** Follows tables that were made anew, and leaves those that nobody listens to. */
  const lookAround = async () => {
    const tables = await readTables(database, subscribers.roles);
    const text = JSON.stringify(tables);
    if (text !== known) {
      known = text;
      await readInterests(tables).catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    }
    if (subscribers.tables.size > 0) await followed.follow(subscribers.tables);
    if (adding === 0) followed.leaveOthers(subscribers.tables);
  };
  const looking = setInterval(() => {
    lookAround().catch((err: unknown) =>
      log.error({ err }, "the published tables could not be read"),
    );
  }, lookout);
  looking.unref?.();

  return {
    subscribe: async (channel, signal) => {
      const wanted = new Map([...channel.wanted].map(([id, entry]) => [id, readWanted(entry)]));
      let current: Subscriber = { channel, wanted, ...identified(channel.claims) };
      let isClosed = false;
      const addAgain = async (subscriber: Subscriber) => {
        const isWanted = () => !isClosed && subscriber === current;
        try {
          await add(subscriber, isWanted);
          if (isWanted()) channel.onGap();
        } catch (error) {
          if (isWanted()) channel.onEnd(refusalOf(error));
        }
      };
      await add(current, () => !signal?.aborted);
      return {
        renew: (claims) => {
          const old = current;
          current = { ...old, ...identified(claims) };
          if (subscribers.of(channel) === old && claims.role === old.claims.role) {
            subscribers.renew(current);
            return;
          }
          // Another role may not read what the filters look at.
          subscribers.remove(channel);
          void addAgain(current);
        },
        close: () => {
          isClosed = true;
          subscribers.remove(channel);
        },
      };
    },
    close: async () => {
      clearInterval(looking);
      await subscribers.close();
      await followed.close();
    },
  };
}

function refusalOf(cause: unknown): ChangesRefused {
  if (cause instanceof ChangesRefused) return cause;
  return new ChangesRefused("A filter, a policy or the rights of a token could not be read.", {
    cause,
  });
}

/** Claims, and a text that is equal for equal claims. */
function identified(claims: ChangeClaims) {
  const sorted = Object.entries(claims).sort(([one], [other]) => (one < other ? -1 : 1));
  return { claims, claimsKey: JSON.stringify(sorted) };
}
