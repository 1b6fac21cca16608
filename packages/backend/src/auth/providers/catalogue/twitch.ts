import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { idAt, textAt, valueAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user: users }, issuer) => {
  const user = valueAt(users, "data", 0);
  const alias = textAt(user, "display_name");
  return {
    emails: singleEmail(textAt(user, "email"), true),
    claims: {
      ...commonClaims(
        issuer,
        idAt(user, "id"),
        textAt(user, "login"),
        textAt(user, "profile_image_url"),
      ),
      nickname: alias,
      custom_claims: {
        broadcaster_type: textAt(user, "broadcaster_type"),
        description: textAt(user, "description"),
        type: textAt(user, "type"),
        offline_image_url: textAt(user, "offline_image_url"),
        view_count: valueAt(user, "view_count") ?? 0,
      },
      slug: alias,
    },
  };
};

export const twitch = {
  ...commonDescription,
  title: "Twitch",
  authorization: endpoint("id.twitch.tv", "/oauth2/authorize"),
  token: endpoint("id.twitch.tv", "/oauth2/token"),
  scopes: ["user:read:email"],
  userInfo: {
    documents: { user: endpoint("api.twitch.tv", "/helix/users") },
    issuer: endpoint("api.twitch.tv"),
    headers: (clientId) => ({ "client-id": clientId }),
    map: mapUserInfo,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: {
        data: [
          withoutEmpty({
            id: String(account.number),
            login: account.username,
            display_name: account.name,
            type: "",
            broadcaster_type: "",
            description: "",
            profile_image_url: account.avatar,
            offline_image_url: "",
            view_count: 0,
            email: account.email,
            created_at: "2016-12-14T20:32:28Z",
          }),
        ],
      },
    }),
    token: ({ scope, ...response }) => ({ ...response, scope: String(scope).split(" ") }),
    headers: ["client-id"],
  },
} satisfies BuiltInProvider;
