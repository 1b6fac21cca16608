import { z } from "zod";
import { createPageCredentials } from "../page-credentials.ts";
import { type Endpoint, readBody, runAsShape } from "./endpoint.ts";

/** `POST /credentials`: returns a key and a short-lived token, so that the page can call a wire as a role or user. */
export const postCredentials: Endpoint = async (context, c) => {
  const { as } = await readBody(c, z.object({ as: runAsShape }));
  return c.json(await createPageCredentials(context, as));
};
