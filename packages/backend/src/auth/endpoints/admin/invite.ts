import type { Context } from "hono";
import { z } from "zod";
import { inviteByEmail, rethrowAsEmailTaken } from "../../accounts/invitation.ts";
import type { AuthContext } from "../../context.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { callBeforeUserInvited } from "../../hooks/before-user-created.ts";
import { prepareTokenEmail, sendTokenEmails } from "../../messages/send-token-emails.ts";
import { readEmail } from "../../request/addresses.ts";
import { metadata, readParams, redirectCandidates, text } from "../../request/parameters.ts";
import { redirectTarget } from "../../request/redirects.ts";
import { identitiesOf } from "../../users/identities.ts";
import { limitMetadata } from "../../users/metadata-limit.ts";
import { renderUser } from "../../users/user-json.ts";
import { deleteUnconfirmedUser } from "../../users/users.ts";

const schema = z.object({ email: text(), data: metadata() });

/** `POST /invite`: creates an account and e-mails its owner a link to accept the invitation. */
export async function invite(context: AuthContext, c: Context): Promise<Response> {
  const administrator = await requireAdmin(context, c);
  const params = await readParams(c, schema);
  const email = readEmail(params.email);
  const redirectTo = redirectTarget(context.config, ...redirectCandidates(c));
  limitMetadata(params.data ?? {});
  await callBeforeUserInvited(context, email, params.data ?? {});
  const { user, isNew, tokenEmail } = await context.database
    .transaction(async (connection) => {
      const { user, isNew } = await inviteByEmail(
        connection,
        administrator,
        email,
        params.data ?? {},
      );
      const message = { kind: "invite", redirectTo, pkce: false } as const;
      return {
        user,
        isNew,
        tokenEmail: await prepareTokenEmail(context, connection, user, message),
      };
    })
    .catch(rethrowAsEmailTaken);
  try {
    await sendTokenEmails(context, [tokenEmail]);
  } catch (error) {
    if (isNew) await deleteUnconfirmedUser(context.database, user.id);
    throw error;
  }
  const invitedUser = { ...user, confirmation_sent_at: user.invited_at };
  return c.json(renderUser(invitedUser, await identitiesOf(context.database, user.id)));
}
