import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { flag, list, text } from "../json.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user, emails }, issuer) => {
  // Supabase Auth reads avatar.href, but version 2.0 of Bitbucket's API nests it under links.
  const avatar = text(user, "avatar", "href") || text(user, "links", "avatar", "href");
  return {
    emails: list(emails, "values").map((entry) => ({
      email: text(entry, "email"),
      verified: flag(entry, "is_confirmed"),
      primary: flag(entry, "is_primary"),
    })),
    claims: commonClaims(issuer, text(user, "uuid"), text(user, "display_name"), avatar),
  };
};

export const bitbucket = {
  ...commonDescription,
  title: "Bitbucket",
  authorization: endpoint("bitbucket.org", "/site/oauth2/authorize"),
  token: endpoint("bitbucket.org", "/site/oauth2/access_token"),
  scopes: ["account", "email"],
  allowsExtraScopes: false,
  authentication: "basic",
  userInfo: {
    documents: {
      user: endpoint("api.bitbucket.org", "/2.0/user"),
      emails: endpoint("api.bitbucket.org", "/2.0/user/emails"),
    },
    issuer: endpoint("api.bitbucket.org", "/2.0"),
    map: mapUserInfo,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: {
        uuid: `{${account.subject}}`,
        display_name: account.name,
        nickname: account.username,
        links: { avatar: { href: account.avatar } },
      },
      emails: {
        values:
          account.email === ""
            ? []
            : [{ email: account.email, is_primary: true, is_confirmed: account.verified }],
      },
    }),
  },
} satisfies BuiltInProvider;
