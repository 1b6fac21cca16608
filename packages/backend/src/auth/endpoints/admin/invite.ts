import type { Context } from "hono";
import { z } from "zod";
import type { Connection } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";
import { emailTaken } from "../../accounts/address-change.ts";
import { isProven, resetUnprovenAccount } from "../../accounts/possession.ts";
import { type Actor, recordAudit, traitsOf } from "../../audit/log.ts";
import type { Auth } from "../../context.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { callBeforeUserInvited } from "../../hooks/before-user-created.ts";
import { prepareTokenEmail, sendTokenEmails } from "../../messages/send-token-emails.ts";
import { readEmail } from "../../request/addresses.ts";
import { metadata, readParams, redirectCandidates, text } from "../../request/parameters.ts";
import { redirectTarget } from "../../request/redirects.ts";
import { identitiesOf, recordIdentity } from "../../users/identities.ts";
import { limitMetadata } from "../../users/metadata-limit.ts";
import { renderUser } from "../../users/user-json.ts";
import {
  createUser,
  findUserByEmail,
  isTaken,
  lockUser,
  type Metadata,
  mergeMetadata,
  type User,
  updateUser,
} from "../../users/users.ts";

const schema = z.object({ email: text(), data: metadata() });

/** `POST /invite`: creates an account and e-mails its owner a link to accept the invitation. */
export async function invite(auth: Auth, c: Context): Promise<Response> {
  const administrator = await requireAdmin(auth, c);
  const params = await readParams(c, schema);
  const email = readEmail(params.email);
  const redirectTo = redirectTarget(auth.config, ...redirectCandidates(c));
  limitMetadata(params.data ?? {});
  await callBeforeUserInvited(auth, email, params.data ?? {});
  const { user, isNew, tokenEmail } = await auth.database
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
        tokenEmail: await prepareTokenEmail(auth, connection, user, message),
      };
    })
    .catch(refuseTaken);
  try {
    await sendTokenEmails(auth, [tokenEmail]);
  } catch (error) {
    if (isNew) {
      await auth.database.query(
        sql`delete from auth.users where id = ${user.id} and confirmed_at is null`,
      );
    }
    throw error;
  }
  const invited = { ...user, confirmation_sent_at: user.invited_at };
  return c.json(renderUser(invited, await identitiesOf(auth.database, user.id)));
}

/**
 * Marks an account as invited, and creates it if necessary.
 *
 * @throws {AuthError} 422 when it is confirmed already
 */
export async function inviteByEmail(
  connection: Connection,
  administrator: Actor,
  email: string,
  data: Metadata,
): Promise<{ readonly user: User; readonly isNew: boolean }> {
  const existing = await findUserByEmail(connection, email);
  const waiting = existing && (await lockUser(connection, existing.id));
  if (waiting?.email_confirmed_at) throw emailTaken();
  const user = waiting
    ? await resetForInvitation(connection, waiting, data)
    : await createByEmail(connection, email, data);
  const invited = await updateUser(connection, user.id, { invited_at: new Date() });
  const { user_id, user_email } = traitsOf(invited);
  await recordAudit(connection, administrator, "user_invited", { user_id, user_email });
  return { user: invited, isNew: !waiting };
}

/** Resets an unconfirmed account, because a stranger may have signed up with the invited person's address. */
async function resetForInvitation(
  connection: Connection,
  waiting: User,
  data: Metadata,
): Promise<User> {
  if (isProven(waiting)) return waiting;
  const emptied = await resetUnprovenAccount(connection, waiting);
  const raw_user_meta_data = mergeMetadata(emptied.raw_user_meta_data, data);
  limitMetadata(raw_user_meta_data, emptied.raw_user_meta_data);
  return updateUser(connection, emptied.id, { raw_user_meta_data });
}

/** Creates an unconfirmed user with an e-mail address. */
export async function createByEmail(
  connection: Connection,
  email: string,
  data: Metadata,
  passwordHash?: string,
): Promise<User> {
  const user = await createUser(connection, {
    email,
    ...(passwordHash ? { passwordHash } : {}),
    appMetadata: { provider: "email", providers: ["email"] },
    userMetadata: data,
  });
  await recordIdentity(connection, user.id, "email", { email });
  return user;
}

/** Turns the unique violation of a simultaneous request for the same address into a refusal. */
export function refuseTaken(error: unknown): never {
  throw isTaken(error) ? emailTaken() : error;
}
