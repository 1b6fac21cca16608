import { sql } from "../../database/sql.ts";
import type { Endpoint } from "./endpoint.ts";

const mostPeople = 20;

/** `GET /people?search=`: lists the newest users whose address, number or id contains the text, to choose a caller. */
export const getPeople: Endpoint = async ({ database }, c) => {
  const search = (c.req.query("search") ?? "").slice(0, 200);
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await database.query(sql`
    select id, email, phone, coalesce(is_anonymous, false) as "isAnonymous", role
    from auth.users
    where deleted_at is null
      and (coalesce(email, '') ilike ${pattern} or coalesce(phone, '') ilike ${pattern} or id::text ilike ${pattern})
    order by created_at desc limit ${mostPeople}`);
  return c.json({ people: rows });
};
