import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { standardIdToken } from "../id-token-claims.ts";
import { at, record, text } from "../json.ts";
import { oneEmail } from "../profile.ts";
import { oidcClaims } from "../sandbox/dialect.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => {
  const { name: _n, sub: _s, email: _e, email_verified: _v, ...custom } = record(user);
  return {
    emails: oneEmail(text(user, "email"), at(user, "email_verified") === true),
    claims: {
      ...commonClaims(issuer, text(user, "sub"), text(user, "name"), ""),
      custom_claims: custom,
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
    keys: (issuer, url) =>
      issuer === url?.replace(/\/$/, "") ? `${issuer}/protocol/openid-connect/certs` : undefined,
    nonce: true,
    map: standardIdToken,
  },
  dialect: {
    documents: (account) => ({
      user: { ...oidcClaims(account), preferred_username: account.username },
    }),
    idToken: oidcClaims,
  },
} satisfies BuiltInProvider;
