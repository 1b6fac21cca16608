import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { standardIdToken } from "../id-token-claims.ts";
import { recordAt, textAt, valueAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { oidcClaims } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => {
  const { name: _n, sub: _s, email: _e, email_verified: _v, ...customClaims } = recordAt(user);
  return {
    emails: singleEmail(textAt(user, "email"), valueAt(user, "email_verified") === true),
    claims: {
      ...commonClaims(issuer, textAt(user, "sub"), textAt(user, "name"), ""),
      custom_claims: customClaims,
    },
  };
};

export const keycloak = {
  ...commonDescription,
  title: "Keycloak",
  authorization: endpoint("", "/protocol/openid-connect/auth"),
  token: endpoint("", "/protocol/openid-connect/token"),
  scopes: ["profile", "email"],
  pkce: true,
  url: "required",
  userInfo: {
    documents: { user: endpoint("", "/protocol/openid-connect/userinfo") },
    issuer: endpoint(""),
    map: mapUserInfo,
  },
  idToken: {
    keysUrl: (issuer, url) =>
      issuer === url?.replace(/\/$/, "") ? `${issuer}/protocol/openid-connect/certs` : undefined,
    returnsNonce: true,
    map: standardIdToken,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: { ...oidcClaims(account), preferred_username: account.username },
    }),
    idToken: oidcClaims,
  },
} satisfies BuiltInProvider;
