import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { id, text } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty, withoutType } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => ({
  emails: singleEmail(text(user, "email"), true),
  claims: {
    ...commonClaims(issuer, id(user, "id"), text(user, "handle"), ""),
    avatar_url: text(user, "img_url"),
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
