import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { idAt, listAt, textAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user, emails }, issuer) => ({
  emails: [
    // GitLab does not report whether additional addresses are confirmed.
    ...listAt(emails).map((entry) => ({
      email: textAt(entry, "email"),
      verified: false,
      primary: false,
    })),
    ...singleEmail(textAt(user, "email"), textAt(user, "confirmed_at") !== ""),
  ],
  claims: commonClaims(issuer, idAt(user, "id"), textAt(user, "name"), textAt(user, "avatar_url")),
});

export const gitlab = {
  ...commonDescription,
  title: "GitLab",
  authorization: endpoint("gitlab.com", "/oauth/authorize"),
  token: endpoint("gitlab.com", "/oauth/token"),
  scopes: ["read_user"],
  pkce: true,
  userInfo: {
    documents: {
      user: endpoint("gitlab.com", "/api/v4/user"),
      emails: endpoint("gitlab.com", "/api/v4/user/emails"),
    },
    issuer: endpoint("gitlab.com"),
    map: mapUserInfo,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: {
        id: account.number,
        username: account.username,
        name: account.name,
        avatar_url: account.avatar,
        email: account.email,
        confirmed_at: account.verified ? "2012-05-23T09:05:22Z" : null,
      },
      emails: [],
    }),
  },
} satisfies BuiltInProvider;
