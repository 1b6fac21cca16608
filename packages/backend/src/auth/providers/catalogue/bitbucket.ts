import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { flagAt, listAt, textAt } from "../json.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user, emails }, issuer) => {
  // Supabase Auth reads avatar.href, but version 2.0 of Bitbucket's API nests it under links.
  const avatar = textAt(user, "avatar", "href") || textAt(user, "links", "avatar", "href");
  return {
    emails: listAt(emails, "values").map((entry) => ({
      email: textAt(entry, "email"),
      verified: flagAt(entry, "is_confirmed"),
      primary: flagAt(entry, "is_primary"),
    })),
    claims: commonClaims(issuer, textAt(user, "uuid"), textAt(user, "display_name"), avatar),
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
