import type { Context } from "hono";
import { recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { badRequest, unprocessable } from "../errors.ts";
import { requireCaller } from "../identify-caller.ts";
import { prepareText, sendText } from "../messages/send-text-messages.ts";
import { prepareTokenEmail, sendTokenEmails } from "../messages/send-token-emails.ts";
import { lockUser } from "../users/users.ts";

/** `GET /reauthenticate`: sends a nonce to the signed-in user, for changes that require one. */
export async function reauthenticate(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await requireCaller(context, c);
  if (!user.email && !user.phone) {
    throw badRequest(
      "validation_failed",
      "Reauthentication requires the user to have an email or a phone number",
    );
  }
  if (user.email && !user.email_confirmed_at) {
    throw unprocessable("email_not_confirmed", "Please verify your email first.");
  }
  if (!user.email && !user.phone_confirmed_at) {
    throw unprocessable("phone_not_confirmed", "Please verify your phone first.");
  }
  const kind = "reauthentication";
  const message = await context.database.transaction(async (connection) => {
    const current = (await lockUser(connection, user.id)) ?? user;
    await recordAudit(connection, userActor(current), "user_reauthenticate_requested");
    if (current.phone && !current.email) {
      return prepareText(context, connection, current, { kind, phone: current.phone });
    }
    const options = { kind, redirectTo: context.config.auth.site_url, pkce: false } as const;
    return [await prepareTokenEmail(context, connection, current, options)];
  });
  if (Array.isArray(message)) {
    await sendTokenEmails(context, message);
    return c.json({});
  }
  const messageId = await sendText(context, message);
  return c.json(messageId ? { message_id: messageId } : {});
}
