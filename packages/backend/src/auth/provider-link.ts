import type { Context } from "hono";
import type { Auth } from "./context.ts";
import { type FlowState, issueAuthCode } from "./flow-states.ts";
import { linkProfile, notifyOfLink } from "./identity-linking.ts";
import { type Arrival, arrive, refuseUnverified } from "./provider-accounts.ts";
import type { LinkingTarget } from "./provider-flows.ts";
import { codeRedirect, sessionRedirect } from "./redirect-url.ts";
import { continueSession, refuseEnded } from "./refresh.ts";
import { device } from "./request.ts";
import { type Grant, lockSession, openSession } from "./sessions.ts";
import type { ProviderSession } from "./social/oauth-client.ts";
import type { Provider } from "./social/provider.ts";
import { tokenResponse } from "./token-response.ts";

/** An account at a provider that is about to become one of a user's own. */
export interface Link {
  readonly flow: FlowState;
  readonly target: LinkingTarget;
  readonly provider: Provider;
  readonly account: Pick<ProviderSession, "profile" | "accessToken" | "refreshToken">;
  /** Where the browser goes on to. */
  readonly redirectTo: string;
}

/**
 * Links the account, and says where the browser goes on to. The session that asked for it goes on; no
 * other begins, but for a caller who has none.
 *
 * @throws {AuthError} where the account cannot be linked
 */
export async function finishLink(auth: Auth, c: Context, link: Link): Promise<string> {
  const { target, provider, account, redirectTo } = link;
  const outcome = await arrive(auth, async (connection): Promise<Outcome> => {
    const { profile } = account;
    const visit = { provider, profile, redirectTo, address: device(c).address };
    const arrival = await linkProfile(auth, connection, visit, target);
    if (arrival.kind === "to be verified") return arrival;
    const { user } = arrival;
    const { sessionId } = target;
    const session = sessionId ? await lockSession(connection, sessionId) : undefined;
    if (session) await refuseEnded(auth, connection, session);
    if (link.flow.code_challenge) {
      const code = await issueAuthCode(connection, link.flow, {
        userId: user.id,
        providerAccessToken: account.accessToken,
        providerRefreshToken: account.refreshToken,
        sessionId,
      });
      return { kind: "code", code };
    }
    const granted = sessionId
      ? await continueSession(auth, c, connection, user, sessionId)
      : await openSession(auth, connection, user, "oauth", device(c));
    return { kind: "session", granted };
  });
  await notifyOfLink(auth, target.userId, provider);
  switch (outcome.kind) {
    case "to be verified":
      return refuseUnverified(auth, outcome);
    case "code":
      return codeRedirect(redirectTo, outcome.code);
    case "session":
      return sessionRedirect(redirectTo, await tokenResponse(auth, outcome.granted), {
        provider_token: account.accessToken,
        ...(account.refreshToken ? { provider_refresh_token: account.refreshToken } : {}),
      });
    default:
      return outcome satisfies never;
  }
}

type Outcome =
  | Extract<Arrival, { kind: "to be verified" }>
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "session"; readonly granted: Grant };
