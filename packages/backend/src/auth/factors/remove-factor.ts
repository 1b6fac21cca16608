import type { Connection } from "../../database/port.ts";
import { lowerSessions } from "../sessions/assurance.ts";
import { deleteFactor, type Factor, factorsOf } from "../users/factors.ts";
import { isRecoveryCodes } from "./recovery-codes.ts";

/**
 * Deletes a factor, and lowers the assurance level of the sessions that it had raised. Recovery codes go with the last verified factor that
 * they stand in for: on their own, they would only lock their owner out once they are used up.
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
