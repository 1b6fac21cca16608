import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Row } from "./change.ts";
import type { TokenClaims } from "./port.ts";
import type { Table } from "./tables.ts";

const maxCallersPerQuery = 50;

/** The indexes of the rows that a caller may read, or the reason why the policies failed. */
export type Visibility = ReadonlySet<number> | Error;

/** Queries a table's policies for the rows that each caller may read. */
export async function findVisibleRows(
  database: Database,
  table: Table,
  rows: readonly Row[],
  callers: readonly TokenClaims[],
): Promise<readonly Visibility[]> {
  const keys = rows.map((row) =>
    Object.fromEntries(table.primaryKey.map((name) => [name, row[name]])),
  );
  const queryBatch = async (batch: readonly TokenClaims[]): Promise<readonly Visibility[]> => {
    const callersJson = JSON.stringify(batch.map((claims) => ({ role: claims.role, claims })));
    const { rows: callerRows } = await database.query<{ visible: number[] | null }>(sql`
      select to_json(visible) as visible
      from realtime.visible_rows(${table.oid}::bigint::oid, ${JSON.stringify(keys)}::jsonb, ${callersJson}::jsonb)
      order by caller`);
    return callerRows.map(({ visible }) => new Set(visible));
  };
  const visibilities: Visibility[] = [];
  for (let start = 0; start < callers.length; start += maxCallersPerQuery) {
    const batch = callers.slice(start, start + maxCallersPerQuery);
    visibilities.push(...(await queryBatch(batch).catch(() => queryEach(batch, queryBatch))));
  }
  return visibilities;
}

/** Queries each caller separately, so that a caller whose policies fail or time out does not affect the others. */
async function queryEach(
  callers: readonly TokenClaims[],
  queryBatch: (batch: readonly TokenClaims[]) => Promise<readonly Visibility[]>,
): Promise<readonly Visibility[]> {
  const visibilities: Visibility[] = [];
  for (const caller of callers) {
    visibilities.push(
      ...(await queryBatch([caller]).catch((error: unknown) => [
        error instanceof Error ? error : new Error(String(error)),
      ])),
    );
  }
  return visibilities;
}
