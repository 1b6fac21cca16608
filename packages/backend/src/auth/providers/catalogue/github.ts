import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { flag, id, list, text } from "../json.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user, emails }, issuer) => ({
  emails: list(emails).map((entry) => ({
    email: text(entry, "email"),
    verified: flag(entry, "verified"),
    primary: flag(entry, "primary"),
  })),
  claims: {
    ...commonClaims(issuer, id(user, "id"), text(user, "name"), ""),
    preferred_username: text(user, "login"),
    avatar_url: text(user, "avatar_url"),
    user_name: text(user, "login"),
  },
});

export const github = {
  ...commonDescription,
  title: "GitHub",
  authorization: endpoint("github.com", "/login/oauth/authorize"),
  token: endpoint("github.com", "/login/oauth/access_token"),
  scopes: ["user:email"],
  pkce: true,
  userInfo: {
    documents: {
      user: endpoint("api.github.com", "/user", "/api/v3/user"),
      emails: endpoint("api.github.com", "/user/emails", "/api/v3/user/emails"),
    },
    issuer: endpoint("api.github.com", "", "/api/v3"),
    map: mapUserInfo,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: {
        login: account.username,
        id: account.number,
        avatar_url: account.avatar,
        name: account.name,
        email: null,
      },
      emails:
        account.email === ""
          ? []
          : [
              {
                email: account.email,
                verified: account.verified,
                primary: true,
                visibility: "private",
              },
            ],
    }),
  },
} satisfies BuiltInProvider;
