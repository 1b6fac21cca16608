import type { Context } from "hono";
import type { Auth } from "../context.ts";
import { linkProfile, notifyOfLink } from "../endpoints/identities.ts";
import { continueSession, refuseEnded } from "../endpoints/refresh.ts";
import type { ProviderSession } from "../providers/oauth-client.ts";
import type { Provider } from "../providers/provider.ts";
import { device } from "../request/parameters.ts";
import { codeRedirect, sessionRedirect } from "../sessions/redirect-response.ts";
import { type Grant, lockSession, openSession } from "../sessions/sessions.ts";
import { tokenResponse } from "../sessions/token-response.ts";
import { type FlowState, issueAuthCode } from "../tokens/flow-states.ts";
import { type Arrival, arrive, refuseUnverified } from "./accounts.ts";
import type { LinkingTarget } from "./flows.ts";

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
