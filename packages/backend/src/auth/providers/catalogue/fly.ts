import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { listAt, recordAt, textAt, valueAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import { withoutEmpty } from "../sandbox/responses.ts";
import type { UserInfoMapping } from "../user-info.ts";

const mapUserInfo: UserInfoMapping = ({ user }, issuer) => ({
  emails: singleEmail(textAt(user, "email"), true),
  claims: {
    iss: issuer,
    sub: textAt(user, "user_id"),
    full_name: textAt(user, "user_name"),
    provider_id: textAt(user, "user_id"),
    custom_claims: {
      resource_owner_id: textAt(user, "resource_owner_id"),
      organizations: listAt(user, "organizations"),
      application: recordAt(user, "application"),
      scope: listAt(user, "scope"),
      created_at: valueAt(user, "created_at") ?? 0,
    },
  },
});

export const fly = {
  ...commonDescription,
  title: "Fly.io",
  authorization: endpoint("api.fly.io", "/oauth/authorize"),
  token: endpoint("api.fly.io", "/oauth/token"),
  scopes: ["read"],
  userInfo: {
    documents: { user: endpoint("api.fly.io", "/oauth/token/info") },
    issuer: endpoint("api.fly.io"),
    map: mapUserInfo,
  },
  sandboxResponses: {
    documents: (account) => ({
      user: withoutEmpty({
        resource_owner_id: account.subject,
        user_id: account.subject,
        user_name: account.name,
        email: account.email,
        organizations: [{ id: "sandbox", role: "member" }],
        scope: ["read"],
        application: { uid: "sandbox" },
        expires_in: 3600,
        created_at: 1_697_000_000,
      }),
    }),
  },
} satisfies BuiltInProvider;
