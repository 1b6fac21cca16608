import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext } from "../context.ts";
import { badRequest } from "../errors.ts";
import { readParams, text } from "../request/parameters.ts";
import { parseRefreshToken } from "../sessions/refresh-token.ts";
import { refreshSession } from "../sessions/refresh-token-rotation.ts";
import { tokenResponse } from "../sessions/token-response.ts";

const schema = z.object({ refresh_token: text() });

/** `POST /token?grant_type=refresh_token`: refreshes a session, unless the session is an OAuth application's. */
export async function refresh(context: AuthContext, c: Context): Promise<Response> {
  const { refresh_token: token } = await readParams(c, schema);
  if (!parseRefreshToken(token) && !/^[a-z0-9]{12}$/.test(token)) {
    throw badRequest("validation_failed", "Refresh token is not valid");
  }
  return c.json(await tokenResponse(context, await refreshSession(context, c, token)));
}
