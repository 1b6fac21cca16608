import { duration, flag, table, text, whole } from "./setting.ts";

/** In seconds. */
const minuteMs = 60;

/** `[portico]`: what the Supabase CLI does not know. */
export const portico = table({
  /** `[portico.backup]`: backups of the embedded database at intervals. */
  backup: table({
    /** Relative to the folder `supabase`. */
    directory: text().refine((path) => path !== "", "must be a directory"),
    /** In seconds after parsing. */
    every: duration()
      .refine((seconds) => seconds >= minuteMs, 'must be a duration of "1m" or more')
      .default(24 * 60 * minuteMs),
    /** How many are kept. */
    keep: whole("a number of backups", 1).default(7),
  }).optional(),
  /** `[portico.realtime]` */
  realtime: table({
    /** True when clients may join private channels alone: on the hosted service, a setting of its dashboard. */
    private_only: flag().default(false),
  }).prefault({}),
});
