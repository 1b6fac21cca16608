import { usableFactors } from "../session/assurance.ts";
import { actionPath, type HandlerSettings } from "./call.ts";
import type { GateClient, PageRequest, ServerGate } from "./options.ts";
import { readOutcome } from "./outcome.ts";
import { pageWithNext, pageWithoutParameters, pageWithView } from "./page-address.ts";
import { isRecovering } from "./recovery-cookie.ts";

/** Returns the state of a visitor at a page for signed-in users. */
export async function readGate(
  { auth }: GateClient,
  { headers, url }: PageRequest,
  settings: HandlerSettings,
): Promise<ServerGate> {
  const { pathname, search, searchParams } = new URL(url, "http://site.invalid");
  const path = pathname + search;
  // A page does not redirect to itself.
  const redirectTo = (target: string) =>
    new URL(target, "http://site.invalid").pathname === pathname ? {} : { redirectTo: target };
  const signedOut = (): ServerGate => {
    const next = pageWithoutParameters(path);
    const isHome = next === settings.signedInPage;
    return {
      state: "signed-out",
      ...redirectTo(pageWithNext(settings.page, isHome ? null : next)),
    };
  };

  const { data } = await auth.getClaims();
  if (!data) return signedOut();
  const { claims } = data;
  if (claims.aal !== "aal2") {
    // Do not trust the list of factors in the cookie, which is not signed: someone who only knows the password could
    // shorten it.
    const { data: account, error } = await auth.getUser();
    if (error && !isRefusal(error)) throw error;
    if (!account.user) return signedOut();
    const factors = usableFactors(account.user);
    if (factors[0]) {
      const cookieHeader = headers.get("cookie");
      const outcomeId = searchParams.get("outcome") ?? "";
      const outcome = readOutcome(cookieHeader, outcomeId);
      const { challenge, error } = outcome?.view === "second_factor" ? outcome : {};
      const page = pageWithoutParameters(path);
      return {
        state: "second-factor",
        claims,
        secondFactor: {
          action: `${actionPath(settings.path, page)}&view=second_factor&outcome=${encodeURIComponent(outcomeId)}`,
          linkPrefix: `${page}${page.includes("?") ? "&" : "?"}factor=`,
          signOutAction: `${actionPath(settings.path, settings.page)}&view=sign_out`,
          factors,
          factorId: searchParams.get("factor") ?? challenge?.factorId,
          challengeId: challenge?.challengeId,
          error,
        },
      };
    }
  }
  if (isRecovering(headers.get("cookie"), claims.session_id)) {
    const passwordPage = settings.passwordPage ?? pageWithView(settings.page, "update_password");
    return { state: "recovery", claims, ...redirectTo(passwordPage) };
  }
  return { state: claims.is_anonymous ? "anonymous" : "signed-in", claims };
}

/** Returns whether the auth server has refused a session, for example because it was signed out on another device. */
function isRefusal(error: {
  readonly status?: number | undefined;
  readonly name: string;
}): boolean {
  const { status = 0 } = error;
  return (
    error.name === "AuthSessionMissingError" || (status >= 400 && status < 500 && status !== 429)
  );
}
