import type { Context } from "hono";
import { z } from "zod";
import { invalidRequest } from "../errors.ts";
import { toPreview } from "../preview-store.ts";
import { callWire, callWireForJson } from "../relay.ts";
import { type Endpoint, readBody } from "./endpoint.ts";

const inbox = "/inbox/api/v1";

const listShape = z.object({
  search: z.string().max(200).default(""),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

/** `GET /mail?search=&limit=`: returns the messages of the inbox, the newest first. */
export const getMail: Endpoint = async (context, c) => {
  const { data, error } = listShape.safeParse(c.req.query());
  if (!data) throw invalidRequest(`${error.issues[0]?.path}: ${error.issues[0]?.message}`);
  const search = data.search.trim();
  const query = new URLSearchParams({
    limit: String(data.limit),
    ...(search !== "" && { query: search }),
  });
  const path = `${inbox}/${search === "" ? "messages" : "search"}?${query}`;
  return c.json(await callWireForJson(context, c, { method: "GET", path }));
};

/** `GET /mail/:id`: returns a message, and marks it as read. */
export const getMessage: Endpoint = async (context, c) => {
  const path = `${inbox}/message/${idOf(c)}`;
  return c.json(await callWireForJson(context, c, { method: "GET", path }));
};

/** `GET /mail/:id/source`: returns the message source that a mail server receives, and its headers. */
export const getSource: Endpoint = async (context, c) => {
  const path = `${inbox}/message/${idOf(c)}`;
  const source = await callWire(context, c, { method: "GET", path: `${path}/raw` });
  const headers = await callWireForJson(context, c, { method: "GET", path: `${path}/headers` });
  return c.json({ source: await source.text(), headers });
};

/** `POST /mail/:id/view`: returns the URL of the message's HTML, for a frame. */
export const postMailView: Endpoint = async (context, c) => {
  const { loadsPictures } = await readBody(
    c,
    z.object({ loadsPictures: z.boolean().default(false) }),
  );
  const path = `/inbox/view/${idOf(c)}.html`;
  const url = context.views.add(async (view) =>
    toPreview(
      await callWire(context, view, { method: "GET", path }),
      "text/html; charset=utf-8",
      loadsPictures ? "mail with pictures" : "mail",
    ),
  );
  return c.json({ url });
};

const messageIdShape = z.string().regex(/^[A-Za-z0-9]{22}$/);

/** `POST /mail/delete`: deletes messages. Without `ids`, deletes all of them. */
export const postMailDeletion: Endpoint = async (context, c) => {
  const { ids } = await readBody(
    c,
    z.object({ ids: z.array(messageIdShape).min(1).max(500).optional() }),
  );
  const json = ids ? { IDs: ids } : {};
  await callWire(context, c, { method: "DELETE", path: `${inbox}/messages`, json });
  return c.json({});
};

/**
 * Returns the message id in the path. Refuses the alias `latest`, because it is for tests.
 *
 * @throws {DeskError} if the path contains no id
 */
function idOf(c: Context): string {
  const { data } = messageIdShape.safeParse(c.req.param("id"));
  if (data === undefined) throw invalidRequest("The path has no id of a message.");
  return data;
}
