import type { Connection } from "../database/port.ts";
import { type Sql, sql } from "../database/sql.ts";
import { hasWriterEnded, machine } from "./files/lock-file.ts";

/*
 * While parts are being received, their bytes are included in their upload's `in_progress_size`. A process that is
 * killed never releases its bytes, so each request is recorded with its process in `metadata`, below `receiving`.
 */

/** The reserved bytes of one request. */
interface PartReservation {
  readonly size: number;
  readonly machine: string;
  readonly pid: number;
  /** The time of the reservation, in milliseconds since 1970. */
  readonly at: number;
}

/** The longest time that a request to a process of another machine may take. */
const maxRequestMs = 60 * 60 * 1000;

/** Returns the SQL assignments that add a request's reservation to an upload. */
export function withReservation(requestId: string, size: number): Sql {
  const reservation: PartReservation = { size, machine, pid: process.pid, at: Date.now() };
  return sql`in_progress_size = in_progress_size + ${size}, metadata = jsonb_set(
    coalesce(metadata, '{}'), '{receiving}',
    coalesce(metadata -> 'receiving', '{}')
      || jsonb_build_object(${requestId}::text, ${JSON.stringify(reservation)}::jsonb))`;
}

/** Returns an upload's `metadata` without the reservation of a request. */
export const withoutReservation = (requestId: string): Sql =>
  sql`metadata #- array['receiving', ${requestId}::text]`;

/** Returns the condition that an upload has the reservation of a request. */
export const hasReservation = (requestId: string): Sql =>
  sql`metadata -> 'receiving' -> ${requestId}::text is not null`;

/** Releases the bytes that were reserved by processes that have ended. */
export async function releaseAbandoned(connection: Connection, isUpload: Sql): Promise<void> {
  const { rows } = await connection.query<{
    id: string;
    receiving: Readonly<Record<string, PartReservation>>;
  }>(sql`
    select id, metadata -> 'receiving' as receiving from storage.s3_multipart_uploads
    where ${isUpload} and metadata -> 'receiving' <> '{}' for update`);
  for (const { id, receiving } of rows) {
    const current = Object.entries(receiving).filter(([, reservation]) => isCurrent(reservation));
    const abandoned = Object.values(receiving).filter((reservation) => !isCurrent(reservation));
    if (abandoned.length === 0) continue;
    const bytes = abandoned.reduce((sum, { size }) => sum + size, 0);
    await connection.query(sql`
      update storage.s3_multipart_uploads set in_progress_size = in_progress_size - ${bytes},
        metadata = jsonb_set(metadata, '{receiving}', ${JSON.stringify(Object.fromEntries(current))}::jsonb)
      where id = ${id}`);
  }
}

function isCurrent(reservation: PartReservation): boolean {
  const { at } = reservation;
  return at >= Date.now() - maxRequestMs && !hasWriterEnded(reservation, at);
}
