import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { flagAt, idAt, listAt, textAt } from "../json.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user, emails }, issuer) => ({
  emails: listAt(emails).map((entry) => ({
    email: textAt(entry, "email"),
    verified: flagAt(entry, "verified"),
    primary: flagAt(entry, "primary"),
  })),
  claims: {
    ...commonClaims(issuer, idAt(user, "id"), textAt(user, "name"), ""),
    preferred_username: textAt(user, "login"),
    avatar_url: textAt(user, "avatar_url"),
    user_name: textAt(user, "login"),
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
