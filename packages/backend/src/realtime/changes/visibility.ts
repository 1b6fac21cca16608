import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Row } from "./change.ts";
import type { ChangeClaims } from "./port.ts";
import type { Table } from "./tables.ts";

/** How many callers one statement asks the policies for. */
const mostCallers = 50;

/** The places of the rows that a caller sees, or why that cannot be said. */
export type Sight = ReadonlySet<number> | Error;

/** Asks a table's policies which rows callers see. Whoever has the same claims is asked for once. */
export async function visibleRows(
  database: Database,
  table: Table,
  rows: readonly Row[],
  callers: readonly ChangeClaims[],
): Promise<readonly Sight[]> {
  const keys = rows.map((row) => Object.fromEntries(table.key.map((name) => [name, row[name]])));
  const look = async (some: readonly ChangeClaims[]): Promise<readonly Sight[]> => {
    const asked = JSON.stringify(some.map((claims) => ({ role: claims.role, claims })));
    const { rows: found } = await database.query<{ visible: number[] | null }>(sql`
      select to_json(visible) as visible
      from realtime.visible_rows(${table.oid}::bigint::oid, ${JSON.stringify(keys)}::jsonb, ${asked}::jsonb)
      order by caller`);
    return found.map(({ visible }) => new Set(visible));
  };
  const seen: Sight[] = [];
  for (let from = 0; from < callers.length; from += mostCallers) {
    const some = callers.slice(from, from + mostCallers);
    seen.push(...(await look(some).catch(() => each(some, look))));
  }
  return seen;
}

/** One whose policies take too long is to keep no other from hearing. */
async function each(
  callers: readonly ChangeClaims[],
  look: (some: readonly ChangeClaims[]) => Promise<readonly Sight[]>,
): Promise<readonly Sight[]> {
  const seen: Sight[] = [];
  for (const caller of callers) {
    seen.push(
      ...(await look([caller]).catch((error: unknown) => [
        error instanceof Error ? error : new Error(String(error)),
      ])),
    );
  }
  return seen;
}
