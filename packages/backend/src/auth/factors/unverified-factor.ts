import type { Connection } from "../../database/port.ts";
import { recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { forbidden, unprocessable } from "../errors.ts";
import { keepSessionAlive, type Session } from "../sessions/sessions.ts";
import {
  createFactor,
  deleteFactor,
  deleteUnfinishedFactors,
  type Factor,
  factorsOf,
  hasVerifiedFactor,
  type NewFactor,
} from "../users/factors.ts";
import { lockUser, type User } from "../users/users.ts";
import { refuseTakenName } from "./factor-name.ts";
import { isRecoveryCodes } from "./recovery-codes.ts";

/** The user, session and IP address of an enrollment. */
export interface Enrollment {
  readonly user: User;
  readonly session: Session;
  /** The IP address of the request. */
  readonly address: string | undefined;
}

/**
 * Creates an unverified factor.
 *
 * @throws {AuthError} when the user may not have another factor, or has one with this name or phone number
 */
export function createUnverifiedFactor(
  context: AuthContext,
  { user, session, address }: Enrollment,
  newFactor: NewFactor,
): Promise<Factor> {
  return context.database.transaction(async (connection) => {
    await lockUser(connection, user.id);
    await keepSessionAlive(connection, session.id);
    if (newFactor.phone) await replacePhone(connection, user, newFactor.phone);
    await requireAllowedFactor(context, connection, { user, session }, newFactor.friendly_name);
    const factor = await createFactor(connection, user.id, newFactor);
    const traits = {
      factor_id: factor.id,
      ...(factor.factor_type === "totp" ? {} : { factor_type: factor.factor_type }),
    };
    await recordAudit(connection, userActor(user), "factor_in_progress", traits, address);
    return factor;
  });
}

/**
 * Deletes the user's unverified factors with this phone number.
 *
 * @throws {AuthError} 422 if a verified factor of the user has the number
 */
async function replacePhone(connection: Connection, user: User, phone: string): Promise<void> {
  const factors = await factorsOf(connection, user.id);
  for (const existingFactor of factors.filter((factor) => factor.phone === phone)) {
    if (existingFactor.status === "verified") {
      throw unprocessable(
        "mfa_verified_factor_exists",
        "A verified phone factor already exists, unenroll the existing factor to continue",
      );
    }
    await deleteFactor(connection, existingFactor.id);
  }
}

/** @throws {AuthError} when the user has too many factors, or another one with this name */
async function requireAllowedFactor(
  context: AuthContext,
  connection: Connection,
  { user, session }: Pick<Enrollment, "user" | "session">,
  name: string,
): Promise<void> {
  await deleteUnfinishedFactors(connection);
  const factors = await factorsOf(connection, user.id);
  refuseTakenName(factors, name);
  // Do not count recovery codes, because they only replace other factors.
  const enrolledFactors = factors.filter((factor) => !isRecoveryCodes(factor));
  if (enrolledFactors.length >= context.config.auth.mfa.max_enrolled_factors) {
    throw unprocessable(
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  }
  if (hasVerifiedFactor(factors) && session.aal !== "aal2") {
    throw forbidden("insufficient_aal", "AAL2 required to enroll a new factor");
  }
}
