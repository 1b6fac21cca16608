import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { at, id, list, text } from "../json.ts";
import { oneEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/dialect.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => {
  const area = (image: unknown) => Number(at(image, "height")) * Number(at(image, "width")) || 0;
  const [largest] = list(user, "images").toSorted((a, b) => area(b) - area(a));
  return {
    // Spotify's own reference of /me: "This email address is unverified".
    emails: oneEmail(text(user, "email"), false),
    claims: commonClaims(issuer, id(user, "id"), text(user, "display_name"), text(largest, "url")),
  };
};

export const spotify = {
  ...commonDescription,
  title: "Spotify",
  authorization: endpoint("accounts.spotify.com", "/authorize"),
  token: endpoint("accounts.spotify.com", "/api/token"),
  scopes: ["user-read-email"],
  authentication: "basic",
  pkce: true,
  userInfo: {
    documents: { user: endpoint("api.spotify.com/v1", "/me") },
    issuer: endpoint("api.spotify.com/v1"),
    map: mapUserInfo,
  },
  dialect: {
    documents: (account) => ({
      user: withoutEmpty({
        id: account.subject,
        display_name: account.name,
        email: account.email,
        images: [{ url: account.avatar, height: 300, width: 300 }],
      }),
    }),
  },
} satisfies BuiltInProvider;
