import type { Factor } from "@supabase/auth-js";
import type { Session, User } from "../supabase-types.ts";

/** The kinds of second factor, the most convenient one first. The gate asks for the first kind that the user has. */
const kinds = ["totp", "webauthn", "phone", "recovery_code"] as const;
export type FactorKind = (typeof kinds)[number];

/** A verified second factor. */
export type UsableFactor = Factor & { factor_type: FactorKind; status: "verified" };

/** Returns a user's verified second factors, in the order in which to offer them. */
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
 * Returns whether a session still requires a second factor: the user has one, and the token does not contain `aal2`.
 * Does not call the server, so that the first render can already show the right page.
 */
export function needsSecondFactor(session: Session): boolean {
  return usableFactors(session.user).length > 0 && claimsOf(session).aal !== "aal2";
}

/** Returns the claims of an access token, unverified, or an empty object if it is not a JWT. */
export function claimsOf({ access_token: token }: Pick<Session, "access_token">): {
  readonly aal?: unknown;
  readonly session_id?: unknown;
} {
  try {
    const payload = token.split(".")[1] ?? "";
    return Object(JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))));
  } catch {
    return {};
  }
}
