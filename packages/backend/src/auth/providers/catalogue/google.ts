import { type BuiltInProvider, commonDescription, endpoint, fixedIssuer } from "../description.ts";
import { customClaims, type IdTokenMapping, subjectClaims } from "../id-token-claims.ts";
import { flagAt, idAt, textAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { oidcClaims, withoutEmpty } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => ({
  emails: singleEmail(
    textAt(user, "email"),
    flagAt(user, "verified_email") || flagAt(user, "email_verified"),
  ),
  claims: commonClaims(issuer, idAt(user, "id"), textAt(user, "name"), textAt(user, "picture")),
});

const mapIdToken: IdTokenMapping = (token) => ({
  emails: singleEmail(textAt(token, "email"), flagAt(token, "email_verified")),
  claims: {
    ...subjectClaims(token),
    name: textAt(token, "name"),
    picture: textAt(token, "picture"),
    avatar_url: textAt(token, "picture"),
    full_name: textAt(token, "name"),
    ...customClaims(textAt(token, "hd") === "" ? {} : { hd: textAt(token, "hd") }),
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
