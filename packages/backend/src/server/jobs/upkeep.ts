import { checkpoint } from "../../database/pglite/checkpoint.ts";
import { vacuum } from "../../database/vacuum.ts";
import type { CoreContext, Part } from "../part.ts";
import { minuteMs, runPeriodically } from "../periodically.ts";

/** Vacuums and checkpoints the embedded database, which lacks PostgreSQL's background processes. */
export function createUpkeep({
  database,
  options: { log },
}: Pick<CoreContext, "database" | "options">): Part {
  if (database.engine !== "pglite") return {};
  const stops = [
    runPeriodically(minuteMs, () => vacuum(database), log, "tables could not be vacuumed"),
    runPeriodically(minuteMs / 4, () => checkpoint(database), log, "no checkpoint could be made"),
  ];
  return { close: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}
