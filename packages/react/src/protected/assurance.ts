import type { Factor } from "@supabase/auth-js";
import type { Session, User } from "../supabase-types.ts";

/** The kinds of second factor, the handiest first: that is the one that is asked for. */
const kinds = ["totp", "webauthn", "phone"] as const;
export type FactorKind = (typeof kinds)[number];

/** A second factor that counts. */
export type UsableFactor = Factor & { factor_type: FactorKind; status: "verified" };

/** The second factors of a user that count, in the order in which they are offered. */
export function usableFactors(user: User): UsableFactor[] {
  const factors: readonly Factor[] = user.factors ?? [];
  return kinds.flatMap((kind) =>
    factors.filter(
      (factor): factor is UsableFactor =>
        factor.factor_type === kind && factor.status === "verified",
    ),
  );
}

/**
 * True when a session has yet to be confirmed by a second factor: its user has one, and its token says
 * nothing of `aal2`. This asks no server, so that the first page shown is the right one.
 */
export function needsSecondFactor(session: Session): boolean {
  return usableFactors(session.user).length > 0 && claimsOf(session).aal !== "aal2";
}

/** The claims of an access token; none when it is no JWT. */
function claimsOf({ access_token: token }: Session): { readonly aal?: unknown } {
  try {
    const part = token.split(".")[1] ?? "";
    return Object(JSON.parse(atob(part.replace(/-/g, "+").replace(/_/g, "/"))));
  } catch {
    return {};
  }
}
