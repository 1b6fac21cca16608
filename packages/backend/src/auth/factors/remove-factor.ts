import type { Connection } from "../../database/port.ts";
import { lowerSessions } from "../sessions/assurance.ts";
import { deleteFactor, type Factor, factorsOf } from "../users/factors.ts";
import { isRecoveryCodes } from "./recovery-codes.ts";

/**
 * Deletes a factor, and lowers the sessions that it raised to aal2. If recovery codes are then the only verified
 * factor, deletes them, too: once they are used up, their owner would be locked out.
 */
export async function removeFactor(connection: Connection, factor: Factor): Promise<void> {
  await lowerSessions(connection, factor);
  await deleteFactor(connection, factor.id);
  const verifiedFactors = (await factorsOf(connection, factor.user_id)).filter(
    ({ status }) => status === "verified",
  );
  const [recoveryCodes] = verifiedFactors;
  if (recoveryCodes && verifiedFactors.every(isRecoveryCodes))
    await removeFactor(connection, recoveryCodes);
}
