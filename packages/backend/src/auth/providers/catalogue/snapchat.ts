import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { textAt, valueAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => {
  const me = valueAt(user, "data", "me");
  const name = textAt(me, "displayName");
  return {
    emails: singleEmail(textAt(me, "email"), true),
    claims: {
      ...commonClaims(issuer, textAt(me, "externalId"), name, textAt(me, "bitmoji", "avatar")),
      slug: name,
    },
  };
};

export const snapchat = {
  ...commonDescription,
  title: "Snapchat",
  authorization: endpoint("accounts.snapchat.com", "/accounts/oauth2/auth"),
  token: endpoint("accounts.snapchat.com", "/accounts/oauth2/token"),
  scopes: ["external_id", "display_name", "bitmoji.avatar"].map(
    (name) => `https://auth.snapchat.com/oauth2/api/user.${name}`,
  ),
  authentication: "basic",
  userInfo: {
    documents: {
      user: endpoint(
        "kit.snapchat.com",
        `/v1/me?${new URLSearchParams({ query: "{me { externalId displayName bitmoji { avatar id } email } }" })}`,
      ),
    },
    issuer: endpoint("accounts.snapchat.com", "/accounts/oauth2/token"),
    map: mapUserInfo,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: {
        data: {
          me: withoutEmpty({
            externalId: account.subject,
            displayName: account.name,
            bitmoji: { avatar: account.avatar, id: "" },
            email: account.email,
          }),
        },
        errors: [],
      },
    }),
  },
} satisfies BuiltInProvider;
