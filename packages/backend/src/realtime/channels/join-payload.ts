/** A client's wishes for its channel. */
export interface Wishes {
  readonly isPrivate: boolean;
  /** True to hear its own broadcasts. */
  readonly hearsItself: boolean;
  /** True to have each broadcast answered. */
  readonly wantsAnswers: boolean;
  /** True to be told when messages from the database arrive. */
  readonly awaitsDatabase: boolean;
  /** Stored messages to send first. Absent when none are wanted. */
  readonly replay?: { readonly since: unknown; readonly limit: unknown } | "nothing";
  readonly presenceKey: string | undefined;
  readonly isPresent: boolean;
  readonly changes: readonly unknown[];
  /** True for a client that hears of a change as of an event of its own: supabase-js 1 joins so. */
  readonly isOfFirstVersion: boolean;
  /** The user's token. */
  readonly token: string | undefined;
}

/**
 * Reads the payload of `phx_join` to a topic of this name. What is not of its type counts as not given, as in the
 * reference (`lib/realtime_web/channels/payloads`).
 */
export function readJoin(name: string, payload: unknown): Wishes {
  const join = tableOf(payload);
  const isOfFirstVersion = isTable(payload) && !("config" in payload);
  const config = tableOf(join["config"]);
  const broadcast = tableOf(config["broadcast"]);
  const presence = tableOf(config["presence"]);
  const changes = isOfFirstVersion ? [entryOf(name)] : config["postgres_changes"];
  const { key } = presence;
  return {
    isPrivate: isTrue(config["private"]),
    hearsItself: isTrue(broadcast["self"]),
    wantsAnswers: isTrue(broadcast["ack"]),
    awaitsDatabase: isTrue(broadcast["replication_ready"]),
    ...("replay" in broadcast && { replay: readReplay(broadcast["replay"]) }),
    presenceKey: typeof key === "number" ? String(key) : textOf(key) || undefined,
    // Clients that do not know `enabled` count on presence.
    isPresent: isTrue(presence["enabled"] ?? isTable(config["presence"])),
    changes: Array.isArray(changes) ? changes.filter((entry) => entry !== null) : [],
    isOfFirstVersion,
    token: textOf(join["user_token"]) ?? textOf(join["access_token"]),
  };
}

/** The changes that the name of a topic of the first version asks for, as `public:notes:id=eq.1`. */
function entryOf(name: string) {
  const [schema, table, ...rest] = name.split(":");
  const filter = rest.length > 0 ? { filter: rest.join(":") } : {};
  return { schema, ...(table !== undefined && { table }), ...filter };
}

function readReplay(replay: unknown): NonNullable<Wishes["replay"]> {
  if (!isTable(replay)) return "nothing";
  return { since: replay["since"], limit: replay["limit"] ?? 25 };
}

/** True for an object, which is no list. */
export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const tableOf = (value: unknown) => (isTable(value) ? value : {});
const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
const isTrue = (value: unknown) =>
  value === true || (typeof value === "string" && value.toLowerCase() === "true");
