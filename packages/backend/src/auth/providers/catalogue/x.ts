import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { idAt, textAt, valueAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import type { Account } from "../sandbox/people.ts";
import { withoutEmpty } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const xUserFields = "user.fields=id,name,username,confirmed_email,profile_image_url,url,created_at";

/**
 * The description that `x` shares with the older `twitter`, which uses OAuth 1.0a in Supabase Auth
 * (docs/decisions/0006).
 */
const commonXDescription = {
  ...commonDescription,
  authorization: endpoint("x.com", "/i/oauth2/authorize"),
  token: endpoint("api.x.com", "/2/oauth2/token"),
  scopes: ["users.email", "tweet.read", "users.read", "offline.access"],
  authentication: "basic",
  pkce: true,
} as const;

const userInfo = {
  documents: { user: endpoint("api.x.com", `/2/users/me?${xUserFields}`) },
  issuer: endpoint("api.x.com"),
};

/** Maps X's response to the claims that Supabase Auth's older `twitter` provider stores. */
const mapTwitter: UserInfoMapping = ({ user: response }, issuer) => {
  const user = valueAt(response, "data");
  const username = textAt(user, "username");
  return {
    // X only returns confirmed addresses.
    emails: singleEmail(textAt(user, "confirmed_email"), true),
    claims: {
      ...commonClaims(
        issuer,
        idAt(user, "id"),
        textAt(user, "name"),
        textAt(user, "profile_image_url"),
      ),
      preferred_username: username,
      user_name: username,
    },
  };
};

const mapX: UserInfoMapping = (documents, issuer) => {
  const { emails, claims } = mapTwitter(documents, issuer);
  const user = valueAt(documents["user"], "data");
  return {
    emails,
    claims: {
      ...claims,
      profile: `https://x.com/${textAt(user, "username")}`,
      website: textAt(user, "url"),
      custom_claims: { created_at: textAt(user, "created_at") },
    },
  };
};

const xUser = (account: Account) => ({
  data: withoutEmpty({
    id: String(account.number),
    name: account.name,
    username: account.username,
    confirmed_email: account.email,
    profile_image_url: account.avatar,
    url: "",
    created_at: "2013-12-14T04:35:55.000Z",
  }),
});

export const twitter = {
  ...commonXDescription,
  title: "Twitter",
  allowsExtraScopes: false,
  userInfo: { ...userInfo, map: mapTwitter },
  sandboxResponses: { documents: (account) => ({ user: xUser(account) }) },
} satisfies BuiltInProvider;

export const x = {
  ...commonXDescription,
  title: "X",
  userInfo: { ...userInfo, map: mapX },
  sandboxResponses: { documents: (account) => ({ user: xUser(account) }) },
} satisfies BuiltInProvider;
