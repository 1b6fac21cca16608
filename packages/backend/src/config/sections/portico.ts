import { duration, flag, integer, table, text } from "./setting.ts";

const minuteSeconds = 60;

/** `[portico]`: settings that the Supabase CLI does not have. */
export const portico = table({
  /** `[portico.backup]`: scheduled backups of the embedded database. */
  backup: table({
    /** The folder for backups, relative to the `supabase` folder. */
    directory: text().refine((path) => path !== "", "must be a directory"),
    /** The interval between backups. It is parsed to seconds. */
    every: duration()
      .refine((seconds) => seconds >= minuteSeconds, 'must be a duration of "1m" or more')
      .default(24 * 60 * minuteSeconds),
    /** How many backups are kept. */
    keep: integer("a number of backups", 1).default(7),
  }).optional(),
  /** Whether `portico dev` keeps a separate database for each git branch. */
  branches: flag().default(false),
  /** The file to which `portico dev` writes the schema's types, relative to the project folder. */
  types: text()
    .refine(
      (path) => /^(?![/\\]|[A-Za-z]:|.*\.\.).*\.ts$/.test(path),
      "must be a path within the project that ends in .ts",
    )
    .optional(),
  /** `[portico.realtime]` */
  realtime: table({
    /** Whether clients may only join private channels. On the hosted service, the dashboard has this setting. */
    private_only: flag().default(false),
  }).prefault({}),
});
