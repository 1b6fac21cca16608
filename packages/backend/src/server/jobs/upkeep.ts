import { checkpoint } from "../../database/pglite/checkpoint.ts";
import { vacuum } from "../../database/vacuum.ts";
import type { CoreContext, Part } from "../part.ts";
import { aMinute, periodically } from "../periodically.ts";

/** The background work of a PostgreSQL server, for the embedded database. */
export function createUpkeep({
  database,
  options: { log },
}: Pick<CoreContext, "database" | "options">): Part {
  if (database.engine !== "pglite") return {};
  const stops = [
    periodically(aMinute, () => vacuum(database), log, "tables could not be vacuumed"),
    periodically(aMinute / 4, () => checkpoint(database), log, "no checkpoint could be made"),
  ];
  return { close: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}
