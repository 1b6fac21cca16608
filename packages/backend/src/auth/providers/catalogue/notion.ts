import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { textAt, valueAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => {
  const person = valueAt(user, "bot", "owner", "user");
  return {
    // Notion does not report whether the address is verified; Supabase Auth treats it as verified.
    emails: singleEmail(textAt(person, "person", "email"), true),
    claims: commonClaims(
      issuer,
      textAt(person, "id"),
      textAt(person, "name"),
      textAt(person, "avatar_url"),
    ),
  };
};

export const notion = {
  ...commonDescription,
  title: "Notion",
  authorization: endpoint("api.notion.com", "/v1/oauth/authorize"),
  token: endpoint("api.notion.com", "/v1/oauth/token"),
  scopes: [],
  allowsExtraScopes: false,
  authentication: "basic",
  parameters: { owner: "user" },
  userInfo: {
    documents: { user: endpoint("api.notion.com", "/v1/users/me") },
    issuer: endpoint("api.notion.com"),
    headers: () => ({ "notion-version": "2021-08-16" }),
    map: mapUserInfo,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: {
        object: "user",
        id: "16d84278-ab0e-484c-9bdd-b35da3bd8905",
        type: "bot",
        bot: {
          owner: {
            type: "user",
            user: {
              object: "user",
              id: account.subject,
              name: account.name,
              avatar_url: account.avatar,
              type: "person",
              person: withoutEmpty({ email: account.email }),
            },
          },
        },
      },
    }),
    headers: ["notion-version"],
  },
} satisfies BuiltInProvider;
