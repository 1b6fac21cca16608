import type { Context } from "hono";
import { z } from "zod";
import { rethrowAsEmailTaken } from "../../accounts/invitation.ts";
import {
  hashOrComparePassword,
  isLinkType,
  type LinkRequest,
  linkTypes,
  prepareUser,
  requireValidNewUser,
} from "../../accounts/link-request.ts";
import type { AuthContext } from "../../context.ts";
import { badRequest } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { callBeforeUserInvited } from "../../hooks/before-user-created.ts";
import { verificationLink } from "../../messages/send-token-emails.ts";
import { randomPassword } from "../../passwords/hash.ts";
import { readEmail } from "../../request/addresses.ts";
import { metadata, readParams, redirectCandidates, text } from "../../request/parameters.ts";
import { redirectTarget } from "../../request/redirects.ts";
import { createOneTimeToken, storeOneTimeToken } from "../../tokens/one-time-tokens.ts";
import { factorsOf } from "../../users/factors.ts";
import { identitiesOf } from "../../users/identities.ts";
import { limitMetadata } from "../../users/metadata-limit.ts";
import { renderUser } from "../../users/user-json.ts";
import { findUserByEmail } from "../../users/users.ts";

const schema = z.object({
  type: text(),
  email: text(),
  new_email: text(),
  password: text(),
  data: metadata(),
  redirect_to: text(),
});

/** `POST /admin/generate_link`: returns a link and a code, which the application sends itself. */
export async function generateLink(context: AuthContext, c: Context): Promise<Response> {
  const administrator = await requireAdmin(context, c);
  const params = await readParams(c, schema);
  const email = readEmail(params.email);
  const redirectTo = redirectTarget(context.config, params.redirect_to, ...redirectCandidates(c));
  if (!isLinkType(params.type)) {
    throw badRequest(
      "validation_failed",
      `Invalid email action link type requested: ${params.type}`,
    );
  }
  limitMetadata(params.data ?? {});
  const existing = await findUserByEmail(context.database, email);
  const request: LinkRequest = {
    existing,
    type: !existing && params.type === "magiclink" ? "signup" : params.type,
    email,
    newEmail: params.new_email,
    password: !existing && params.type === "magiclink" ? randomPassword() : params.password,
    data: params.data ?? {},
    administrator,
  };
  if (!existing) {
    await requireValidNewUser(context, request);
    await callBeforeUserInvited(context, email, request.data);
  }
  const password = await hashOrComparePassword(request);

  const address = request.type === "email_change_new" ? readEmail(request.newEmail) : email;
  const token = createOneTimeToken(context, address, {
    length: context.config.auth.email.otp_length,
  });
  const { token: type, verification } = linkTypes[request.type];
  const { user, identities, factors } = await context.database
    .transaction(async (connection) => {
      const user = await prepareUser(context, connection, request, password);
      const { tokenHash } = token;
      await storeOneTimeToken(connection, { userId: user.id, type, tokenHash, address });
      return {
        user,
        identities: await identitiesOf(connection, user.id),
        factors: await factorsOf(connection, user.id),
      };
    })
    .catch(rethrowAsEmailTaken);
  return c.json({
    ...renderUser(user, identities, factors),
    action_link: verificationLink(context, token.tokenHash, verification, redirectTo),
    email_otp: token.code,
    hashed_token: token.tokenHash,
    verification_type: request.type,
    redirect_to: redirectTo,
  });
}
