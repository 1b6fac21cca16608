import { duration, flag, integer, table, text } from "./setting.ts";

/** In seconds. */
const minuteMs = 60;

/** `[portico]`: settings that the Supabase CLI does not have. */
export const portico = table({
  /** `[portico.backup]`: scheduled backups of the embedded database. */
  backup: table({
    /** Relative to the `supabase` folder. */
    directory: text().refine((path) => path !== "", "must be a directory"),
    /** The interval, in seconds after parsing. */
    every: duration()
      .refine((seconds) => seconds >= minuteMs, 'must be a duration of "1m" or more')
      .default(24 * 60 * minuteMs),
    /** How many backups are kept. */
    keep: integer("a number of backups", 1).default(7),
  }).optional(),
  /** Whether `portico dev` keeps one database for each git branch. */
  branches: flag().default(false),
  /** The file for the types of the schema, relative to the project folder. `portico dev` writes it. */
  types: text()
    .refine(
      (path) => /^(?![/\\]|[A-Za-z]:|.*\.\.).*\.ts$/.test(path),
      "must be a path within the project that ends in .ts",
    )
    .optional(),
  /** `[portico.realtime]` */
  realtime: table({
    /** Whether clients may only join private channels. On the hosted service, this is a setting in the dashboard. */
    private_only: flag().default(false),
  }).prefault({}),
});
