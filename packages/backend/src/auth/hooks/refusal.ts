import { z } from "zod";
import { AuthError } from "../errors.ts";

const refusalSchema = z.object({
  error: z.object({
    http_code: z.number().int().nullish(),
    message: z.string().nullish(),
  }),
});

/**
 * Throws if a hook refuses with `{"error": {"http_code": 403, "message": "…"}}`, and passes its message on to
 * the client (supabase/auth, `internal/hooks/hookserrors`). An error without a message does not refuse.
 *
 * @throws {AuthError} if the hook refuses; a status that is not an HTTP error becomes 500
 */
export function throwHookRefusal(response: unknown): void {
  const { error } = refusalSchema.safeParse(response).data ?? {};
  if (!error?.message) return;
  const status = error.http_code ?? 500;
  const isError = status >= 400 && status <= 599;
  throw isError && status !== 500
    ? new AuthError(status, "unknown", error.message)
    : new AuthError(500, "unexpected_failure", error.message);
}
