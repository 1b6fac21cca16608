import type { AuthContext } from "./context.ts";
import { listAuditLog } from "./endpoints/admin/audit.ts";
import { addUser } from "./endpoints/admin/create-user.ts";
import {
  addProvider,
  editProvider,
  listProviders,
  readProvider,
  removeProvider,
} from "./endpoints/admin/custom-providers.ts";
import {
  deleteFactorOfUser,
  editFactorOfUser,
  listFactorsOfUser,
} from "./endpoints/admin/factors.ts";
import { generateLink } from "./endpoints/admin/generate-link.ts";
import { invite } from "./endpoints/admin/invite.ts";
import {
  addClient,
  editClient,
  listClients,
  readClient,
  removeClient,
  replaceSecret,
} from "./endpoints/admin/oauth-clients.ts";
import { deletePasskeyOfUser, listPasskeysOfUser } from "./endpoints/admin/passkeys.ts";
import {
  addSsoProvider,
  editSsoProvider,
  listSsoProviders,
  readSsoProvider,
  removeSsoProvider,
} from "./endpoints/admin/sso-providers.ts";
import { editUser } from "./endpoints/admin/update-user.ts";
import { listUsers, readUser, removeUser } from "./endpoints/admin/users.ts";
import { authorize } from "./endpoints/authorize.ts";
import { callback } from "./endpoints/callback.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import { challengeFactor } from "./endpoints/factors/challenge.ts";
import { enrollFactor } from "./endpoints/factors/enroll.ts";
import {
  createRecoveryCodes,
  recoveryCodesStatus,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from "./endpoints/factors/recovery-codes.ts";
import { unenrollFactor } from "./endpoints/factors/unenroll.ts";
import { verifyFactor } from "./endpoints/factors/verify.ts";
import { linkIdentity, unlinkIdentity } from "./endpoints/identities.ts";
import { logout } from "./endpoints/logout.ts";
import { authorizeClient } from "./endpoints/oauth/authorize.ts";
import { decide, readAuthorization } from "./endpoints/oauth/consent.ts";
import { listGrants, revokeGrant } from "./endpoints/oauth/grants.ts";
import { serverMetadata } from "./endpoints/oauth/metadata.ts";
import { registerClient } from "./endpoints/oauth/register.ts";
import { exchangeToken } from "./endpoints/oauth/token.ts";
import { userInfo } from "./endpoints/oauth/user-info.ts";
import { magicLink, otp } from "./endpoints/otp.ts";
import { editPasskey, listPasskeys, removePasskey } from "./endpoints/passkeys/manage.ts";
import { beginRegistration, finishRegistration } from "./endpoints/passkeys/register.ts";
import { beginPasskeySignIn, finishPasskeySignIn } from "./endpoints/passkeys/sign-in.ts";
import { reauthenticate } from "./endpoints/reauthenticate.ts";
import { recover } from "./endpoints/recover.ts";
import { resend } from "./endpoints/resend.ts";
import { consumeAssertion, samlMetadata } from "./endpoints/saml.ts";
import { scim } from "./endpoints/scim.ts";
import { health, jwks, settings } from "./endpoints/settings.ts";
import { signup } from "./endpoints/signup.ts";
import { singleSignOn } from "./endpoints/sso.ts";
import { token } from "./endpoints/token.ts";
import { changeUser, getUser } from "./endpoints/user.ts";
import { followLink, verify } from "./endpoints/verify.ts";
import { requireOAuthServer, requirePasskeys } from "./guards/features.ts";

/** A path of the auth wire, below `/auth/v1`, and the endpoint that handles it. */
type Route = readonly [method: string, path: string, endpoint: Endpoint];

const server: readonly Route[] = [
  ["GET", "/health", health],
  ["GET", "/settings", settings],
  ["GET", "/.well-known/jwks.json", jwks],
];

const signIn: readonly Route[] = [
  ["POST", "/signup", signup],
  ["POST", "/token", token],
  ["POST", "/otp", otp],
  ["POST", "/magiclink", magicLink],
  ["POST", "/recover", recover],
  ["POST", "/resend", resend],
  ["GET", "/verify", followLink],
  ["POST", "/verify", verify],
  ["GET", "/authorize", authorize],
  ["GET", "/callback", callback],
  ["POST", "/callback", callback],
  ["GET", "/reauthenticate", reauthenticate],
  ["POST", "/logout", logout],
];

const user: readonly Route[] = [
  ["GET", "/user", getUser],
  ["PUT", "/user", changeUser],
  ["GET", "/user/identities/authorize", linkIdentity],
  ["DELETE", "/user/identities/:identity_id", unlinkIdentity],
  ["POST", "/factors", enrollFactor],
  // Keep these before `:factor_id`, which would also match them.
  ["GET", "/factors/recovery-codes", recoveryCodesStatus],
  ["POST", "/factors/recovery-codes", createRecoveryCodes],
  ["POST", "/factors/recovery-codes/verify", verifyRecoveryCode],
  ["POST", "/factors/recovery-codes/regenerate", regenerateRecoveryCodes],
  ["DELETE", "/factors/recovery-codes", removeRecoveryCodes],
  ["DELETE", "/factors/:factor_id", unenrollFactor],
  ["POST", "/factors/:factor_id/challenge", challengeFactor],
  ["POST", "/factors/:factor_id/verify", verifyFactor],
];

/** Passkeys (`[auth.passkey]`). */
const passkeys: readonly Route[] = withCheck(requirePasskeys, [
  ["POST", "/passkeys/authentication/options", beginPasskeySignIn],
  ["POST", "/passkeys/authentication/verify", finishPasskeySignIn],
  ["POST", "/passkeys/registration/options", beginRegistration],
  ["POST", "/passkeys/registration/verify", finishRegistration],
  ["GET", "/passkeys", listPasskeys],
  ["PATCH", "/passkeys/:passkey_id", editPasskey],
  ["DELETE", "/passkeys/:passkey_id", removePasskey],
]);

/** The OAuth 2.1 server (`[auth.oauth_server]`). */
const oauthServer: readonly Route[] = [
  ["GET", "/.well-known/openid-configuration", serverMetadata],
  ...withCheck(requireOAuthServer, [
    ["GET", "/.well-known/oauth-authorization-server", serverMetadata],
    ["GET", "/oauth/authorize", authorizeClient],
    ["GET", "/oauth/authorizations/:authorization_id", readAuthorization],
    ["POST", "/oauth/authorizations/:authorization_id/consent", decide],
    ["POST", "/oauth/token", exchangeToken],
    ["GET", "/oauth/userinfo", userInfo],
    ["POST", "/oauth/clients/register", registerClient],
  ]),
  // These routes, like `/admin/oauth`, authenticate the caller before they check that the server is enabled.
  ["GET", "/user/oauth/grants", listGrants],
  ["DELETE", "/user/oauth/grants", revokeGrant],
];

const adminUsers: readonly Route[] = [
  ["POST", "/invite", invite],
  ["POST", "/admin/generate_link", generateLink],
  ["GET", "/admin/users", listUsers],
  ["POST", "/admin/users", addUser],
  ["GET", "/admin/users/:user_id", readUser],
  ["PUT", "/admin/users/:user_id", editUser],
  ["DELETE", "/admin/users/:user_id", removeUser],
  ["GET", "/admin/users/:user_id/factors", listFactorsOfUser],
  ["PUT", "/admin/users/:user_id/factors/:factor_id", editFactorOfUser],
  ["DELETE", "/admin/users/:user_id/factors/:factor_id", deleteFactorOfUser],
  ["GET", "/admin/users/:user_id/passkeys", listPasskeysOfUser],
  ["DELETE", "/admin/users/:user_id/passkeys/:passkey_id", deletePasskeyOfUser],
  ["GET", "/admin/audit", listAuditLog],
];

const adminClientsAndProviders: readonly Route[] = [
  ["GET", "/admin/oauth/clients", listClients],
  ["POST", "/admin/oauth/clients", addClient],
  ["GET", "/admin/oauth/clients/:client_id", readClient],
  ["PUT", "/admin/oauth/clients/:client_id", editClient],
  ["DELETE", "/admin/oauth/clients/:client_id", removeClient],
  ["POST", "/admin/oauth/clients/:client_id/regenerate_secret", replaceSecret],
  ["GET", "/admin/custom-providers", listProviders],
  ["POST", "/admin/custom-providers", addProvider],
  ["GET", "/admin/custom-providers/:identifier", readProvider],
  ["PUT", "/admin/custom-providers/:identifier", editProvider],
  ["DELETE", "/admin/custom-providers/:identifier", removeProvider],
];

/** Single sign-on with SAML 2.0 (`GOTRUE_SAML_ENABLED`), and SCIM (`GOTRUE_EXPERIMENTAL_SCIM_ENABLED`). */
const organizations: readonly Route[] = [
  ["POST", "/sso", singleSignOn],
  ["GET", "/sso/saml/metadata", samlMetadata],
  ["POST", "/sso/saml/acs", consumeAssertion],
  ["ALL", "/scim/v2/*", scim],
  ["GET", "/admin/sso/providers", listSsoProviders],
  ["POST", "/admin/sso/providers", addSsoProvider],
  ["GET", "/admin/sso/providers/:idp_id", readSsoProvider],
  ["PUT", "/admin/sso/providers/:idp_id", editSsoProvider],
  ["DELETE", "/admin/sso/providers/:idp_id", removeSsoProvider],
];

export const routes: readonly Route[] = [
  ...server,
  ...signIn,
  ...user,
  ...passkeys,
  ...oauthServer,
  ...adminUsers,
  ...adminClientsAndProviders,
  ...organizations,
];

/**
 * Adds a check to routes.
 *
 * @param requireFeature throws if the project has not enabled the routes
 */
function withCheck(
  requireFeature: (context: AuthContext) => void,
  guardedRoutes: readonly Route[],
): readonly Route[] {
  return guardedRoutes.map(([method, path, endpoint]) => [
    method,
    path,
    (context, c) => {
      requireFeature(context);
      return endpoint(context, c);
    },
  ]);
}
