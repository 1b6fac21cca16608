import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { idAt, textAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty, withoutType } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => ({
  emails: singleEmail(textAt(user, "email"), true),
  claims: {
    ...commonClaims(issuer, idAt(user, "id"), textAt(user, "handle"), ""),
    avatar_url: textAt(user, "img_url"),
  },
});

export const figma = {
  ...commonDescription,
  title: "Figma",
  authorization: endpoint("www.figma.com", "/oauth"),
  token: endpoint("api.figma.com", "/v1/oauth/token"),
  scopes: ["current_user:read"],
  authentication: "basic",
  pkce: true,
  userInfo: {
    documents: { user: endpoint("api.figma.com", "/v1/me") },
    issuer: endpoint("api.figma.com"),
    map: mapUserInfo,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: withoutEmpty({
        id: String(account.number),
        email: account.email,
        handle: account.name,
        img_url: account.avatar,
      }),
    }),
    token: (response, account) => ({ user_id: account.number, ...withoutType(response) }),
  },
} satisfies BuiltInProvider;
