import { z } from "zod";
import type { AuthContext, HookResponse } from "../context.ts";
import { badRequest, forbidden } from "../errors.ts";
import { unreadableResponse } from "../hooks/hooks.ts";
import { endSessions } from "../sessions/sessions.ts";
import type { Factor } from "../users/factors.ts";
import type { User } from "../users/users.ts";

const decisionSchema = z.object({
  decision: z.string().nullish(),
  message: z.string().nullish(),
  should_logout_user: z.boolean().nullish(),
});

/**
 * Calls the hook `password_verification_attempt` with the result of a password check. The hook may refuse the
 * user.
 *
 * @throws {AuthError} 400 if it refuses, as for a wrong password
 */
export async function reportPasswordAttempt(
  context: AuthContext,
  user: User,
  isValid: boolean,
): Promise<void> {
  const input = { user_id: user.id, valid: isValid };
  const response = parseResponse(await context.hooks.call("password_verification_attempt", input));
  if (response.decision !== "reject") return;
  if (response.should_logout_user)
    await endSessions(context.database, user.id, "global", undefined);
  throw badRequest(
    "invalid_credentials",
    response.message || "Further password verification attempts will be rejected.",
  );
}

/**
 * Calls the hook `mfa_verification_attempt` with the result of a second factor. A user whom the hook refuses
 * is signed out everywhere.
 *
 * @throws {AuthError} 403 if it refuses
 */
export async function reportFactorAttempt(
  context: AuthContext,
  factor: Factor,
  isValid: boolean,
): Promise<void> {
  const response = parseResponse(
    await context.hooks.call("mfa_verification_attempt", {
      user_id: factor.user_id,
      factor_id: factor.id,
      factor_type: factor.factor_type,
      valid: isValid,
    }),
  );
  if (response.decision !== "reject") return;
  await endSessions(context.database, factor.user_id, "global", undefined);
  throw forbidden(
    "mfa_verification_rejected",
    response.message || "Further MFA verification attempts will be rejected.",
  );
}

function parseResponse(response: HookResponse): z.output<typeof decisionSchema> {
  const { success, data } = decisionSchema.safeParse(response);
  if (!success) throw unreadableResponse();
  return data;
}
