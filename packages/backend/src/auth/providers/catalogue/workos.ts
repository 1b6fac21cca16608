import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { textAt, valueAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/responses.ts";
import { commonClaims, joinName, type UserInfoMapping } from "../user-info.ts";

/** Maps the token response, because WorkOS returns the profile with the token. */
const mapUserInfo: UserInfoMapping = ({ token }, issuer) => {
  const user = valueAt(token, "profile");
  const name = joinName(textAt(user, "first_name"), textAt(user, "last_name"));
  return {
    emails: singleEmail(textAt(user, "email"), true),
    claims: {
      ...commonClaims(issuer, textAt(user, "id"), name, ""),
      custom_claims: {
        connection_id: textAt(user, "connection_id"),
        organization_id: textAt(user, "organization_id"),
      },
    },
  };
};

export const workos = {
  ...commonDescription,
  title: "WorkOS",
  authorization: endpoint("api.workos.com", "/sso/authorize"),
  token: endpoint("api.workos.com", "/sso/token"),
  scopes: [],
  allowsExtraScopes: false,
  userInfo: { documents: {}, issuer: endpoint("api.workos.com"), map: mapUserInfo },
  sandboxResponses: {
    token: (response, account) => ({
      ...response,
      profile: withoutEmpty({
        object: "profile",
        id: `prof_${account.subject}`,
        organization_id: "org_sandbox",
        connection_id: "conn_sandbox",
        connection_type: "GoogleOAuth",
        idp_id: account.subject,
        email: account.email,
        first_name: account.givenName,
        last_name: account.familyName,
      }),
    }),
  },
} satisfies BuiltInProvider;
