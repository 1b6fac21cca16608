/** The configuration of a channel, which the client sends in its join. */
export interface JoinConfig {
  readonly isPrivate: boolean;
  /** `broadcast.self` */
  readonly receivesOwnBroadcasts: boolean;
  /** `broadcast.ack` */
  readonly acknowledgesBroadcasts: boolean;
  /**
   * `broadcast.replication_ready`: the client waits until the server confirms that it will receive messages from the
   * database.
   */
  readonly reportsReplicationReady: boolean;
  /** `broadcast.replay`: the stored messages to send first. "none" if the value is not an object. */
  readonly replay?: { readonly since: unknown; readonly limit: unknown } | "none";
  readonly presenceKey: string | undefined;
  readonly isPresenceEnabled: boolean;
  /** The entries of `postgres_changes`, which are not validated yet. */
  readonly changeEntries: readonly unknown[];
  /**
   * `postgres_changes_options.wait`: how many milliseconds the reply waits for the subscription before the join is
   * refused. Undefined if the client does not wait for it.
   */
  readonly changesWaitMs: number | undefined;
  /** True if the client is supabase-js 1, which expects a separate event for each table change. */
  readonly isLegacyClient: boolean;
  /** The user's token. */
  readonly token: string | undefined;
}

/**
 * Parses the payload of `phx_join`. Treats a value of the wrong type as missing, like the reference
 * (`lib/realtime_web/channels/payloads`).
 *
 * @param name the topic. With supabase-js 1, it contains the table to listen to.
 */
export function parseJoinPayload(name: string, payload: unknown): JoinConfig {
  const join = toObject(payload);
  const isLegacyClient = isObject(payload) && !("config" in payload);
  const config = toObject(join["config"]);
  const broadcast = toObject(config["broadcast"]);
  const presence = toObject(config["presence"]);
  const changes = isLegacyClient ? [legacyChangeEntry(name)] : config["postgres_changes"];
  const { key } = presence;
  return {
    isPrivate: parseBoolean(config["private"]),
    receivesOwnBroadcasts: parseBoolean(broadcast["self"]),
    acknowledgesBroadcasts: parseBoolean(broadcast["ack"]),
    reportsReplicationReady: parseBoolean(broadcast["replication_ready"]),
    ...("replay" in broadcast && { replay: parseReplay(broadcast["replay"]) }),
    presenceKey: typeof key === "number" ? String(key) : toText(key) || undefined,
    // Older clients do not send `enabled` and expect presence.
    isPresenceEnabled: parseBoolean(presence["enabled"] ?? isObject(config["presence"])),
    changeEntries: Array.isArray(changes) ? changes.filter((entry) => entry !== null) : [],
    changesWaitMs: parseChangesWait(toObject(config["postgres_changes_options"])),
    isLegacyClient,
    token: toText(join["user_token"]) ?? toText(join["access_token"]),
  };
}

/** The milliseconds that a client waits for its table changes by default and at most, as realtime-js documents them. */
const changesWait = { defaultMs: 15_000, maxMs: 20_000 };

function parseChangesWait({ wait, timeout }: Record<string, unknown>): number | undefined {
  if (!parseBoolean(wait)) return undefined;
  const isValid = typeof timeout === "number" && Number.isFinite(timeout) && timeout > 0;
  return Math.min(isValid ? timeout : changesWait.defaultMs, changesWait.maxMs);
}

/** Returns the entry that a topic of supabase-js 1 describes, for example `public:notes:id=eq.1`. */
function legacyChangeEntry(topic: string) {
  const [schema, table, ...rest] = topic.split(":");
  const filter = rest.length > 0 ? { filter: rest.join(":") } : {};
  return { schema, ...(table !== undefined && { table }), ...filter };
}

function parseReplay(replay: unknown): NonNullable<JoinConfig["replay"]> {
  if (!isObject(replay)) return "none";
  return { since: replay["since"], limit: replay["limit"] ?? 25 };
}

/** Returns true for an object that is not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const toObject = (value: unknown) => (isObject(value) ? value : {});
const toText = (value: unknown) => (typeof value === "string" ? value : undefined);
const parseBoolean = (value: unknown) =>
  value === true || (typeof value === "string" && value.toLowerCase() === "true");
