import { allowAnyOrigin } from "../../http/cross-origin.ts";

export const crossOrigin = allowAnyOrigin({
  allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  exposeHeaders: ["X-Total-Count", "Link", "X-Supabase-Api-Version", "Retry-After"],
});
