import type { Context } from "hono";
import { z } from "zod";
import {
  applyUserChange,
  hashNewPassword,
  refuseForbiddenChanges,
} from "../accounts/change-user.ts";
import { countNonceAttempt } from "../accounts/nonce.ts";
import type { AuthContext } from "../context.ts";
import { requireCaller, requireCallerWithDetails } from "../identify-caller.ts";
import { limitByAddress } from "../limits/rate-limits.ts";
import { requireStrongPassword } from "../passwords/strength.ts";
import { readChannel, readEmail, readPhone } from "../request/addresses.ts";
import {
  device,
  metadata,
  pkceParams,
  readParams,
  redirectCandidates,
  text,
} from "../request/parameters.ts";
import { redirectTarget } from "../request/redirects.ts";
import { narrowUser } from "../sessions/application-scopes.ts";
import { readCodeChallenge } from "../tokens/flow-states.ts";
import { renderUser } from "../users/user-json.ts";
import { renderUserWithDetails } from "../users/user-with-details.ts";
import { isSameEmail } from "../users/users.ts";

/**
 * `GET /user`: returns the user of the access token. An OAuth application only sees what its scopes allow, as
 * at `/oauth/userinfo`.
 */
export async function getUser(context: AuthContext, c: Context): Promise<Response> {
  const { user, session, identities, factors } = await requireCallerWithDetails(context, c);
  if (session?.oauth_client_id) return c.json(renderUser(narrowUser(user, session), []));
  return c.json(renderUser(user, identities, factors));
}

const schema = z.object({
  email: text(),
  phone: text(),
  password: z.string().nullish(),
  current_password: text(),
  nonce: text(),
  channel: text(),
  data: metadata(),
  app_metadata: metadata(),
  ...pkceParams,
});

/** `PUT /user`: changes the caller's password, address, number, or data. */
export async function changeUser(context: AuthContext, c: Context): Promise<Response> {
  const caller = await requireCaller(context, c);
  await limitByAddress(context, "sign_in_sign_ups", device(c).address);
  const changes = await readParams(c, schema);
  const email = changes.email && readEmail(changes.email);
  const phone = changes.phone && readPhone(changes.phone);
  const messenger = phone ? readChannel(context, changes.channel) : "sms";
  const newEmail = email && !isSameEmail(email, caller.user.email) ? email : undefined;
  const newPhone = phone && phone !== caller.user.phone ? phone : undefined;
  const codeChallenge = newEmail ? readCodeChallenge(changes) : undefined;
  if (typeof changes.password === "string") await requireStrongPassword(context, changes.password);
  await refuseForbiddenChanges(context, caller, { ...changes, newEmail, newPhone });
  const passwordHash = changes.password
    ? await hashNewPassword(context, caller, changes.password, changes.current_password)
    : undefined;
  const user = await applyUserChange(context, caller, {
    newEmail,
    newPhone,
    messenger,
    codeChallenge,
    passwordHash,
    metadata: changes.data,
    nonce: await countNonceAttempt(context, caller.user, changes.nonce, device(c).address),
    redirectTo: redirectTarget(context.config, ...redirectCandidates(c)),
  });
  return c.json(await renderUserWithDetails(context.database, user));
}
