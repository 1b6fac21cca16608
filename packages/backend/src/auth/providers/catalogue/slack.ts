import { type BuiltInProvider, commonDescription, endpoint } from "../description.ts";
import { flagAt, textAt } from "../json.ts";
import { singleEmail } from "../profile.ts";
import type { Account } from "../sandbox/people.ts";
import { oidcClaims, withoutType } from "../sandbox/responses.ts";
import { commonClaims, type UserInfoMapping } from "../user-info.ts";

const slackUserInfo = {
  documents: { user: endpoint("slack.com", "/api/openid.connect.userInfo") },
  issuer: endpoint("slack.com", "/api"),
};

const slackClaims = (user: unknown, issuer: string) => ({
  ...commonClaims(
    issuer,
    textAt(user, "https://slack.com/user_id"),
    textAt(user, "name"),
    textAt(user, "picture"),
  ),
  custom_claims: { "https://slack.com/team_id": textAt(user, "https://slack.com/team_id") },
});

/**
 * A workspace's administrator can edit its members' addresses, so respect the flag. The legacy provider uses the same
 * endpoint, but Supabase Auth treats its addresses as verified.
 */
const mapUserInfo: UserInfoMapping = ({ user }, issuer) => ({
  emails: singleEmail(textAt(user, "email"), flagAt(user, "email_verified")),
  claims: slackClaims(user, issuer),
});

const slackUser = (account: Account) => ({
  ok: true,
  ...oidcClaims(account),
  "https://slack.com/user_id": account.subject,
  "https://slack.com/team_id": "T0SANDBOX",
  "https://slack.com/team_name": "sandbox",
});

export const slack = {
  ...commonDescription,
  title: "Slack",
  authorization: endpoint("slack.com", "/oauth/authorize"),
  token: endpoint("slack.com", "/api/oauth.access"),
  scopes: ["profile", "email", "openid"],
  userInfo: { ...slackUserInfo, map: mapUserInfo },
  sandboxResponses: {
    documents: (account) => ({ user: slackUser(account) }),
    token: (response) => ({ ok: true, ...withoutType(response) }),
  },
} satisfies BuiltInProvider;

export const slack_oidc = {
  ...commonDescription,
  title: "Slack",
  authorization: endpoint("slack.com", "/openid/connect/authorize"),
  token: endpoint("slack.com", "/api/openid.connect.token"),
  scopes: ["profile", "email", "openid"],
  userInfo: { ...slackUserInfo, map: mapUserInfo },
  sandboxResponses: {
    documents: (account) => ({ user: slackUser(account) }),
    token: (response) => ({ ok: true, ...response }),
  },
} satisfies BuiltInProvider;
