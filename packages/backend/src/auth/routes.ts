import type { Context } from "hono";
import type { Log } from "../log/log.ts";
import type { Auth } from "./context.ts";
import { listAuditLog } from "./endpoints/admin/audit.ts";
import { addUser } from "./endpoints/admin/create-user.ts";
import {
  deleteFactorOfUser,
  editFactorOfUser,
  listFactorsOfUser,
} from "./endpoints/admin/factors.ts";
import { generateLink } from "./endpoints/admin/generate-link.ts";
import { invite } from "./endpoints/admin/invite.ts";
import { deletePasskeyOfUser, listPasskeysOfUser } from "./endpoints/admin/passkeys.ts";
import { editUser } from "./endpoints/admin/update-user.ts";
import { deleteUser, listUsers, readUser } from "./endpoints/admin/users.ts";
import { authorize } from "./endpoints/authorize.ts";
import { callback } from "./endpoints/callback.ts";
import { challengeFactor } from "./endpoints/factors/challenge.ts";
import { enrollFactor } from "./endpoints/factors/enroll.ts";
import { unenrollFactor } from "./endpoints/factors/unenroll.ts";
import { verifyFactor } from "./endpoints/factors/verify.ts";
import { linkIdentity, unlinkIdentity } from "./endpoints/identities.ts";
import { logout } from "./endpoints/logout.ts";
import { magicLink, otp } from "./endpoints/otp.ts";
import { editPasskey, listPasskeys, removePasskey } from "./endpoints/passkeys/manage.ts";
import { beginRegistration, finishRegistration } from "./endpoints/passkeys/register.ts";
import { beginPasskeySignIn, finishPasskeySignIn } from "./endpoints/passkeys/sign-in.ts";
import { reauthenticate } from "./endpoints/reauthenticate.ts";
import { recover } from "./endpoints/recover.ts";
import { resend } from "./endpoints/resend.ts";
import { health, jwks, settings } from "./endpoints/settings.ts";
import { signup } from "./endpoints/signup.ts";
import { token } from "./endpoints/token.ts";
import { changeUser, getUser } from "./endpoints/user.ts";
import { followLink, verify } from "./endpoints/verify.ts";

/** Handles the requests to one path. */
export type Endpoint = (auth: Auth, c: Context, log: Log) => Response | Promise<Response>;

/** The routes of the auth wire below `/auth/v1`. */
export const routes: readonly (readonly [method: string, path: string, endpoint: Endpoint])[] = [
  ["GET", "/health", health],
  ["GET", "/settings", settings],
  ["GET", "/.well-known/jwks.json", jwks],
  ["POST", "/signup", signup],
  ["POST", "/token", token],
  ["POST", "/otp", otp],
  ["POST", "/magiclink", magicLink],
  ["POST", "/recover", recover],
  ["POST", "/resend", resend],
  ["GET", "/verify", followLink],
  ["POST", "/verify", verify],
  ["GET", "/user", getUser],
  ["PUT", "/user", changeUser],
  ["GET", "/user/identities/authorize", linkIdentity],
  ["DELETE", "/user/identities/:identity_id", unlinkIdentity],
  ["POST", "/factors", enrollFactor],
  ["DELETE", "/factors/:factor_id", unenrollFactor],
  ["POST", "/factors/:factor_id/challenge", challengeFactor],
  ["POST", "/factors/:factor_id/verify", verifyFactor],
  ["POST", "/passkeys/authentication/options", beginPasskeySignIn],
  ["POST", "/passkeys/authentication/verify", finishPasskeySignIn],
  ["POST", "/passkeys/registration/options", beginRegistration],
  ["POST", "/passkeys/registration/verify", finishRegistration],
  ["GET", "/passkeys", listPasskeys],
  ["PATCH", "/passkeys/:passkey_id", editPasskey],
  ["DELETE", "/passkeys/:passkey_id", removePasskey],
  ["GET", "/authorize", authorize],
  ["GET", "/callback", callback],
  ["POST", "/callback", callback],
  ["GET", "/reauthenticate", reauthenticate],
  ["POST", "/logout", logout],
  ["POST", "/invite", invite],
  ["GET", "/admin/users", listUsers],
  ["POST", "/admin/users", addUser],
  ["GET", "/admin/users/:user_id", readUser],
  ["PUT", "/admin/users/:user_id", editUser],
  ["DELETE", "/admin/users/:user_id", deleteUser],
  ["GET", "/admin/users/:user_id/factors", listFactorsOfUser],
  ["PUT", "/admin/users/:user_id/factors/:factor_id", editFactorOfUser],
  ["DELETE", "/admin/users/:user_id/factors/:factor_id", deleteFactorOfUser],
  ["GET", "/admin/users/:user_id/passkeys", listPasskeysOfUser],
  ["DELETE", "/admin/users/:user_id/passkeys/:passkey_id", deletePasskeyOfUser],
  ["POST", "/admin/generate_link", generateLink],
  ["GET", "/admin/audit", listAuditLog],
];
