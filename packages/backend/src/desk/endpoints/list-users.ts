import { z } from "zod";
import { invalidRequest } from "../errors.ts";
import { listUsers } from "../users/list.ts";
import type { DataEndpoint } from "./endpoint.ts";

const listShape = z.object({
  search: z.string().max(200).default(""),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** `GET /people?search=&cursor=&limit=`: returns a page of users, the newest first. */
export const getUsers: DataEndpoint = async ({ database }, c) => {
  const { success, data, error } = listShape.safeParse(c.req.query());
  if (!success) throw invalidRequest(`${error.issues[0]?.path}: ${error.issues[0]?.message}`);
  return c.json(await listUsers(database, { ...data, cursor: data.cursor }));
};
