import type { Context } from "hono";
import { z } from "zod";
import { invalidRequest } from "../errors.ts";
import { asService, callWire, callWireForJson } from "../relay.ts";
import { findUserReferences, sessionsOf } from "../users/details.ts";
import { type Endpoint, idShape, readBody } from "./endpoint.ts";

/** `GET /people/:id`: returns a user with their sessions, factors, identities and passkeys. */
export const getUser: Endpoint = async (context, c) => {
  const id = idOf(c);
  const path = `/auth/v1/admin/users/${id}`;
  const user = await callWireForJson(context, c, { method: "GET", path, as: asService });
  const passkeys = await callWireForJson(context, c, {
    method: "GET",
    path: `${path}/passkeys`,
    as: asService,
  });
  return c.json({ user, passkeys, ...(await sessionsOf(context.database, id)) });
};

/**
 * `GET /people/:id/belongings`: returns the rows that refer to a user, and what happens to them if the user is deleted.
 */
export const getUserReferences: Endpoint = async ({ database }, c) =>
  c.json({ belongings: await findUserReferences(database, idOf(c)) });

const addressShape = z.string().max(320);
const passwordShape = z.string().max(1_000);
const metadataShape = z.record(z.string().max(1_000), z.unknown());

const newUserShape = z.object({
  email: addressShape.optional(),
  phone: addressShape.optional(),
  password: passwordShape.optional(),
  isConfirmed: z.boolean().default(false),
  userMetadata: metadataShape.optional(),
});

/** `POST /people`: creates a user without sending a message. */
export const postUser: Endpoint = async (context, c) => {
  const { email, phone, password, isConfirmed, userMetadata } = await readBody(c, newUserShape);
  const json = {
    email,
    phone,
    password,
    user_metadata: userMetadata,
    ...(isConfirmed && { email_confirm: Boolean(email), phone_confirm: Boolean(phone) }),
  };
  const path = "/auth/v1/admin/users";
  return c.json(await callWireForJson(context, c, { method: "POST", path, as: asService, json }));
};

/** `POST /people/invite`: creates a user and sends an invitation. */
export const postInvitation: Endpoint = async (context, c) => {
  const json = await readBody(c, z.object({ email: addressShape }));
  const path = "/auth/v1/invite";
  return c.json(await callWireForJson(context, c, { method: "POST", path, as: asService, json }));
};

const changeShape = z.object({
  email: addressShape.optional(),
  phone: addressShape.optional(),
  password: passwordShape.optional(),
  confirmsEmail: z.literal(true).optional(),
  confirmsPhone: z.literal(true).optional(),
  /** The duration of the ban from now on, in seconds. 0 ends a ban. */
  banSeconds: z
    .int()
    .min(0)
    .max(200 * 365 * 24 * 60 * 60)
    .optional(),
  /** Members to set. A member that is null is removed. */
  userMetadata: metadataShape.optional(),
  appMetadata: metadataShape.optional(),
});

/** `POST /people/:id`: changes a user. */
export const postChange: Endpoint = async (context, c) => {
  const change = await readBody(c, changeShape);
  const { email, phone, password, confirmsEmail, confirmsPhone, banSeconds } = change;
  const json = {
    email,
    phone,
    password,
    email_confirm: confirmsEmail,
    phone_confirm: confirmsPhone,
    ...(banSeconds !== undefined && {
      ban_duration: banSeconds === 0 ? "none" : `${banSeconds}s`,
    }),
    user_metadata: change.userMetadata,
    app_metadata: change.appMetadata,
  };
  const path = `/auth/v1/admin/users/${idOf(c)}`;
  return c.json(await callWireForJson(context, c, { method: "PUT", path, as: asService, json }));
};

/** `POST /people/:id/delete`: deletes a user and all their rows. */
export const postUserDeletion: Endpoint = async (context, c) => {
  const path = `/auth/v1/admin/users/${idOf(c)}`;
  await callWire(context, c, { method: "DELETE", path, as: asService });
  return c.json({});
};

const messageShape = z.union([
  z.object({ kind: z.literal("recovery"), email: addressShape }),
  z.object({ kind: z.literal("magic_link"), email: addressShape }),
  z.object({ kind: z.literal("code"), phone: addressShape }),
]);

/** `POST /people/messages`: sends a message that a user would request on the sign-in page. */
export const postMessage: Endpoint = async (context, c) => {
  const { kind, ...recipient } = await readBody(c, messageShape);
  await callWire(context, c, {
    method: "POST",
    path: kind === "recovery" ? "/auth/v1/recover" : "/auth/v1/otp",
    as: asService,
    json: kind === "recovery" ? recipient : { ...recipient, create_user: false },
  });
  return c.json({});
};

/** `POST /people/link`: returns a link that signs in as a user once, without sending a message. */
export const postLink: Endpoint = async (context, c) => {
  const { email } = await readBody(c, z.object({ email: addressShape }));
  const { action_link, redirect_to } = await callWireForJson<{
    readonly action_link: string;
    readonly redirect_to: string;
  }>(context, c, {
    method: "POST",
    path: "/auth/v1/admin/generate_link",
    as: asService,
    json: { type: "magiclink", email },
  });
  return c.json({ link: action_link, opens: redirect_to });
};

/** `POST /people/:id/sessions/end`: ends the session `session`, or all sessions if it is not set. */
export const postSessionsEnd: Endpoint = async ({ administration }, c) => {
  const { session } = await readBody(c, z.object({ session: idShape.optional() }));
  await administration.endSessions(idOf(c), session);
  return c.json({});
};

/** `POST /people/:id/factors/delete`: deletes a user's factor. */
export const postFactorDeletion: Endpoint = async (context, c) => {
  const { factor } = await readBody(c, z.object({ factor: idShape }));
  const path = `/auth/v1/admin/users/${idOf(c)}/factors/${factor}`;
  await callWire(context, c, { method: "DELETE", path, as: asService });
  return c.json({});
};

/** `POST /people/:id/passkeys/delete`: deletes a user's passkey. */
export const postPasskeyDeletion: Endpoint = async (context, c) => {
  const { passkey } = await readBody(c, z.object({ passkey: idShape }));
  const path = `/auth/v1/admin/users/${idOf(c)}/passkeys/${passkey}`;
  await callWire(context, c, { method: "DELETE", path, as: asService });
  return c.json({});
};

/** `POST /people/:id/identities/unlink`: removes an identity from a user. */
export const postUnlinking: Endpoint = async ({ administration }, c) => {
  const { identity } = await readBody(c, z.object({ identity: idShape }));
  await administration.unlinkIdentity(idOf(c), identity);
  return c.json({});
};

/**
 * Returns the user id in the path.
 *
 * @throws {DeskError} if the path contains no id
 */
function idOf(c: Context): string {
  const { data } = idShape.safeParse(c.req.param("id"));
  if (data === undefined) throw invalidRequest("The path has no id of a user.");
  return data;
}
