import { requireServiceRole } from "../request.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * `DELETE /cdn`, `/cdn/bucket` and `/cdn/bucket/name`: purges the content delivery network of the hosted service. This
 * server has no such network, so the endpoint only checks the caller. As in the reference, it requires the secret key.
 */
export const purgeCache: Endpoint = async (context, c) => {
  await requireServiceRole(context, c, "storage.cdn.purge");
  return c.json({ message: "success" });
};
