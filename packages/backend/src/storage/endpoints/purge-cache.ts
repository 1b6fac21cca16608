import { requireServiceRole } from "../request.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * `DELETE /cdn`, `/cdn/bucket` and `/cdn/bucket/name`: purges the content delivery network of the hosted service. There
 * is none here, so nothing is left to purge. Only the secret key may do it, as in the reference.
 */
export const purgeCache: Endpoint = async (context, c) => {
  await requireServiceRole(context, c, "storage.cdn.purge");
  return c.json({ message: "success" });
};
