import type { z } from "zod";
import { choice, flag, ignored, setting, table } from "./setting.ts";

const kB = 1024;
const bytesPerUnit: Readonly<Record<string, number>> = {
  B: 1,
  kB,
  MB: kB ** 2,
  GB: kB ** 3,
  TB: kB ** 4,
};

/**
 * Returns the schema of an amount of memory such as "64MB". Checks PostgreSQL's bounds, because PostgreSQL does not
 * start with a value outside of them. A number without a unit is in the setting's own unit.
 */
function memory(ownUnit: "kB" | "8kB", minKb: number, maxKb: number) {
  const expected = `an amount of memory such as "64MB", between ${minKb}kB and ${maxKb}kB`;
  return setting<string | number, string>(expected, (input, invalid) => {
    const [, digits, unit] = /^(\d{1,12}) ?(B|kB|MB|GB|TB)?$/.exec(String(input).trim()) ?? [];
    if (digits === undefined) return invalid;
    const bytes =
      Number(digits) * (unit ? (bytesPerUnit[unit] ?? 0) : ownUnit === "kB" ? kB : 8 * kB);
    const isInRange = bytes >= minKb * kB && bytes <= maxKb * kB;
    return isInRange ? `${Math.floor(bytes / kB)}kB` : invalid;
  }).optional();
}

const millisecondsPerUnit: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * Returns the schema of a time such as "30s", which is parsed to milliseconds. A number without a unit is in
 * milliseconds.
 */
function time() {
  const expected = 'a time such as "30s", at most 2147483647ms';
  return setting<string | number, string>(expected, (input, invalid) => {
    const [, digits, unit = "ms"] =
      /^(\d{1,12}) ?(us|ms|s|min|h|d)?$/.exec(String(input).trim()) ?? [];
    const amount = Math.round(Number(digits) * (millisecondsPerUnit[unit] ?? 0));
    return digits !== undefined && amount <= 2_147_483_647 ? `${amount}ms` : invalid;
  }).optional();
}

/**
 * `[db.settings]`. The embedded database applies the settings that have an effect in it. Other settings are accepted,
 * and a warning at startup names them. The bounds are those of 32-bit PostgreSQL, because WebAssembly has 32-bit
 * addresses (`guc_tables.c`, `MAX_KILOBYTES`).
 */
export const databaseSettings = table({
  effective_cache_size: memory("8kB", 8, 2_097_151),
  maintenance_work_mem: memory("kB", 64, 2_097_151),
  session_replication_role: choice(["origin", "replica", "local"]).optional(),
  statement_timeout: time(),
  track_commit_timestamp: flag().optional(),
  work_mem: memory("kB", 64, 2_097_151),
  logical_decoding_work_mem: ignored(),
  max_connections: ignored(),
  max_locks_per_transaction: ignored(),
  max_parallel_maintenance_workers: ignored(),
  max_parallel_workers: ignored(),
  max_parallel_workers_per_gather: ignored(),
  max_replication_slots: ignored(),
  max_slot_wal_keep_size: ignored(),
  max_standby_archive_delay: ignored(),
  max_standby_streaming_delay: ignored(),
  max_wal_senders: ignored(),
  max_wal_size: ignored(),
  max_worker_processes: ignored(),
  shared_buffers: ignored(),
  track_activity_query_size: ignored(),
  wal_keep_size: ignored(),
  wal_sender_timeout: ignored(),
});

/** The values of `[db.settings]`. */
export type DatabaseSettings = z.output<typeof databaseSettings>;

const embeddedNames = [
  "effective_cache_size",
  "maintenance_work_mem",
  "session_replication_role",
  "statement_timeout",
  "track_commit_timestamp",
  "work_mem",
] as const satisfies readonly (keyof DatabaseSettings)[];

/** Returns the settings that have an effect in the embedded database. */
export function embeddedSettings(settings: DatabaseSettings): Readonly<Record<string, string>> {
  return Object.fromEntries(
    embeddedNames.flatMap((name) => {
      const value = settings[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    }),
  );
}

/** Returns a warning that names the settings without an effect. */
export function warnOfSettings(
  settings: DatabaseSettings,
  { isEmbedded }: { readonly isEmbedded: boolean },
): readonly string[] {
  const applied = isEmbedded ? embeddedSettings(settings) : {};
  const names = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined || Object.hasOwn(applied, name) ? [] : [name],
  );
  if (names.length === 0) return [];
  const reason = isEmbedded
    ? "the embedded database has one session, and memory of a fixed size"
    : "they are the server's. For one database: alter database … set …";
  return [`[db.settings] ${names.join(", ")} without effect: ${reason}.`];
}
