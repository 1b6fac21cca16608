import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Row } from "./change.ts";
import type { ChangeClaims } from "./port.ts";
import type { Table } from "./tables.ts";

/** How many callers one statement asks the policies for. */
const mostCallers = 50;

/**
 * Asks a table's policies which rows callers see. Whoever has the same claims is asked for once.
 *
 * @returns for each caller the places of the rows that it sees
 */
export async function visibleRows(
  database: Database,
  table: Table,
  rows: readonly Row[],
  callers: readonly ChangeClaims[],
): Promise<readonly ReadonlySet<number>[]> {
  const keys = rows.map((row) => Object.fromEntries(table.key.map((name) => [name, row[name]])));
  const seen: ReadonlySet<number>[] = [];
  for (let from = 0; from < callers.length; from += mostCallers) {
    const some = callers.slice(from, from + mostCallers).map((claims) => ({
      role: claims.role,
      claims,
    }));
    const { rows: found } = await database.query<{ visible: number[] | null }>(sql`
      select to_json(visible) as visible
      from realtime.visible_rows(${table.oid}::bigint::oid, ${JSON.stringify(keys)}::jsonb, ${JSON.stringify(some)}::jsonb)
      order by caller`);
    seen.push(...found.map(({ visible }) => new Set(visible)));
  }
  return seen;
}
