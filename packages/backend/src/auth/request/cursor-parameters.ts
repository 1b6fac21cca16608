import type { Context } from "hono";
import { z } from "zod";
import type { Cursor } from "../pagination.ts";
import { badPage, linkTo, readCount } from "./page-parameters.ts";

const defaultLimit = 50;
const maxLimit = 1000;

/**
 * Returns whether the request uses `limit` and `cursor`. The reference has a switch for cursors, which is off by
 * default (`GOTRUE_EXPERIMENTAL_CURSOR_PAGINATION_ENABLED`). With the switch on, it also answers requests without any
 * of the four parameters this way, without the total that supabase-js reads.
 */
export function isCursorRequest(c: Context): boolean {
  const { limit, cursor, page, per_page: perPage } = c.req.query();
  return Boolean(limit || cursor) && !page && !perPage;
}

/** Refuse years 0 and 1: the reference treats the first year as a missing time, and PostgreSQL has no year 0. */
const isTime = (text: string) => !/^000[01]-/.test(text);

const cursorSchema = z.object({ created_at: z.iso.datetime().refine(isTime), id: z.guid() });

/**
 * Reads the parameters `limit` and `cursor`.
 *
 * @throws {AuthError} 400
 */
export function readCursor(c: Context): { limit: number; cursor: Cursor | undefined } {
  const limit = Math.min(readCount(c.req.query("limit"), defaultLimit), maxLimit);
  if (limit === 0) throw badPage("limit must be greater than 0");
  const text = c.req.query("cursor");
  return { limit, cursor: text ? decodeCursor(text) : undefined };
}

function decodeCursor(text: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    throw badPage("invalid cursor");
  }
}

/** Adds a link to the next page (RFC 8288), and returns the same position for the body. */
export function addCursorHeader(c: Context, path: string, next: Cursor | undefined) {
  if (!next) return { has_more: false };
  const cursor = Buffer.from(JSON.stringify(next)).toString("base64url");
  const { searchParams } = new URL(c.req.url);
  searchParams.delete("page");
  searchParams.set("cursor", cursor);
  c.header("Link", linkTo(path, searchParams, "next"));
  return { next_cursor: cursor, has_more: true };
}
