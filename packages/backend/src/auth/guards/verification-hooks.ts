import { z } from "zod";
import type { AuthContext, HookAnswer } from "../context.ts";
import { badRequest, forbidden } from "../errors.ts";
import { unreadableAnswer } from "../hooks/hooks.ts";
import { endSessions } from "../sessions/sessions.ts";
import type { Factor } from "../users/factors.ts";
import type { User } from "../users/users.ts";

const decision = z.object({
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
  const attempt = { user_id: user.id, valid: isValid };
  const answer = read(await context.hooks.call("password_verification_attempt", attempt));
  if (answer.decision !== "reject") return;
  if (answer.should_logout_user) await endSessions(context.database, user.id, "global", undefined);
  throw badRequest(
    "invalid_credentials",
    answer.message || "Further password verification attempts will be rejected.",
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
  const answer = read(
    await context.hooks.call("mfa_verification_attempt", {
      user_id: factor.user_id,
      factor_id: factor.id,
      factor_type: factor.factor_type,
      valid: isValid,
    }),
  );
  if (answer.decision !== "reject") return;
  await endSessions(context.database, factor.user_id, "global", undefined);
  throw forbidden(
    "mfa_verification_rejected",
    answer.message || "Further MFA verification attempts will be rejected.",
  );
}

function read(answer: HookAnswer): z.output<typeof decision> {
  const { success, data } = decision.safeParse(answer);
  if (!success) throw unreadableAnswer();
  return data;
}
