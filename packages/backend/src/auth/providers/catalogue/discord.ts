import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { flagAt, idAt, textAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => {
  const [subject, username] = [idAt(user, "id"), textAt(user, "username")];
  const [hash, discriminator] = [textAt(user, "avatar"), textAt(user, "discriminator")];
  // https://discord.com/developers/docs/reference#image-formatting
  const avatar =
    hash === ""
      ? `embed/avatars/${(Number.parseInt(discriminator, 10) || 0) % 5}.png`
      : `avatars/${subject}/${hash}.${hash.startsWith("a_") ? "gif" : "png"}`;
  return {
    emails: singleEmail(textAt(user, "email"), flagAt(user, "verified")),
    claims: {
      ...commonClaims(issuer, subject, username, `https://cdn.discordapp.com/${avatar}`),
      name: `${username}#${discriminator}`,
      custom_claims: { global_name: textAt(user, "global_name") },
    },
  };
};

export const discord = {
  ...commonDescription,
  title: "Discord",
  authorization: endpoint("discord.com", "/api/oauth2/authorize"),
  token: endpoint("discord.com", "/api/oauth2/token"),
  scopes: ["email", "identify"],
  authentication: "basic",
  userInfo: {
    documents: { user: endpoint("discord.com", "/api/users/@me") },
    issuer: endpoint("discord.com", "/api"),
    map: mapUserInfo,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: withoutEmpty({
        id: String(account.number),
        username: account.username,
        discriminator: "0",
        global_name: account.name,
        avatar: null,
        email: account.email,
        verified: account.verified,
      }),
    }),
  },
} satisfies BuiltInProvider;
