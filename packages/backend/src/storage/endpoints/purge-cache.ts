import { scopeOf } from "../request.ts";
import { invalidRole } from "../vectors/errors.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * `DELETE /cdn`, `/cdn/bucket` and `/cdn/bucket/name`: purges the content delivery network of the hosted service. There
 * is none here, so nothing is left to purge. Only the secret key may do it, as in the reference.
 */
export const purgeCache: Endpoint = async (context, c) => {
  const { caller } = await scopeOf(context, c, "storage.cdn.purge");
  if (caller.role !== "service_role") throw invalidRole();
  return c.json({ message: "success" });
};
