import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { idAt, listAt, textAt, valueAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => {
  const areaOf = (image: unknown) =>
    Number(valueAt(image, "height")) * Number(valueAt(image, "width")) || 0;
  const [largestImage] = listAt(user, "images").toSorted((a, b) => areaOf(b) - areaOf(a));
  return {
    // Spotify's own reference of /me: "This email address is unverified".
    emails: singleEmail(textAt(user, "email"), false),
    claims: commonClaims(
      issuer,
      idAt(user, "id"),
      textAt(user, "display_name"),
      textAt(largestImage, "url"),
    ),
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
  sandboxResponses: {
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
