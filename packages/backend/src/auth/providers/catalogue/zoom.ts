import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { idAt, listAt, textAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/responses.ts";
import { commonClaims, joinName, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => {
  const name = joinName(textAt(user, "first_name"), textAt(user, "last_name"));
  // Login type 100 is a Zoom account, whose address is verified only if `verified` is set. All other types sign in
  // through another provider. Zoom sends one type, a list, or both.
  const isZoomAccount =
    idAt(user, "login_type") === "100" || listAt(user, "login_types").includes(100);
  return {
    emails: singleEmail(textAt(user, "email"), !isZoomAccount || idAt(user, "verified") !== ""),
    claims: commonClaims(issuer, idAt(user, "id"), name, textAt(user, "pic_url")),
  };
};

export const zoom = {
  ...commonDescription,
  title: "Zoom",
  authorization: endpoint("zoom.us", "/oauth/authorize"),
  token: endpoint("zoom.us", "/oauth/token"),
  scopes: [],
  allowsExtraScopes: false,
  authentication: "basic",
  pkce: true,
  userInfo: {
    documents: { user: endpoint("api.zoom.us", "/v2/users/me") },
    issuer: endpoint("api.zoom.us", "/v2"),
    map: mapUserInfo,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: withoutEmpty({
        id: account.subject,
        first_name: account.givenName,
        last_name: account.familyName,
        email: account.email,
        type: 1,
        login_types: [100],
        verified: account.verified ? 1 : 0,
        pic_url: account.avatar,
      }),
    }),
  },
} satisfies BuiltInProvider;
