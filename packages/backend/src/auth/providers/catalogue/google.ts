import { type BuiltInProvider, commonDescription, endpoint, fixedIssuer } from "../description.ts";
import { customClaims, type IdTokenMapping, subjectClaims } from "../id-token-claims.ts";
import { flag, id, text } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { oidcClaims, withoutEmpty } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => ({
  emails: singleEmail(
    text(user, "email"),
    flag(user, "verified_email") || flag(user, "email_verified"),
  ),
  claims: commonClaims(issuer, id(user, "id"), text(user, "name"), text(user, "picture")),
});

const mapIdToken: IdTokenMapping = (token) => ({
  emails: singleEmail(text(token, "email"), flag(token, "email_verified")),
  claims: {
    ...subjectClaims(token),
    name: text(token, "name"),
    picture: text(token, "picture"),
    avatar_url: text(token, "picture"),
    full_name: text(token, "name"),
    ...customClaims(text(token, "hd") === "" ? {} : { hd: text(token, "hd") }),
  },
});

export const google = {
  ...commonDescription,
  title: "Google",
  authorization: endpoint("accounts.google.com", "/o/oauth2/v2/auth"),
  token: endpoint("oauth2.googleapis.com", "/token"),
  scopes: ["email", "profile"],
  pkce: true,
  url: "ignored",
  profile: "id-token, else user-info",
  userInfo: {
    documents: { user: endpoint("www.googleapis.com", "/userinfo/v2/me") },
    issuer: endpoint("www.googleapis.com", "/userinfo/v2/me"),
    map: mapUserInfo,
  },
  idToken: {
    ...fixedIssuer("https://accounts.google.com", "https://www.googleapis.com/oauth2/v3/certs"),
    returnsNonce: true,
    map: mapIdToken,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: withoutEmpty({
        id: account.subject,
        email: account.email,
        verified_email: account.verified,
        name: account.name,
        picture: account.avatar,
      }),
    }),
    idToken: oidcClaims,
  },
} satisfies BuiltInProvider;
