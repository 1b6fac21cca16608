/**
 * How each provider writes an account down, in the shapes of its public documentation, so that the
 * mappings read from the sandbox what they read from the provider.
 */
import type { ProviderName } from "../providers.ts";
import type { Account } from "./people.ts";

export interface Dialect {
  /** Answers of the user-info endpoints, by the names of the table. */
  readonly documents?: (account: Account) => Readonly<Record<string, unknown>>;
  /** Claims of the ID token beyond iss, aud, iat, exp and nonce. */
  readonly idToken?: (account: Account) => Readonly<Record<string, unknown>>;
  /** The token response, where it departs from RFC 6749, section 5.1. */
  readonly token?: (
    response: Readonly<Record<string, unknown>>,
    account: Account,
  ) => Readonly<Record<string, unknown>>;
  /** Headers without which the provider does not answer. */
  readonly headers?: readonly string[];
}

/** Members without a text go, as most providers leave out what they may not tell. */
const told = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ""));

const withoutType = ({ token_type: _, ...response }: Readonly<Record<string, unknown>>) => response;

const oidc = (account: Account) =>
  told({
    sub: account.subject,
    name: account.name,
    given_name: account.givenName,
    family_name: account.familyName,
    picture: account.avatar,
    email: account.email,
    ...(account.email === "" ? {} : { email_verified: account.verified }),
  });

const slackUser = (account: Account) => ({
  ok: true,
  ...oidc(account),
  "https://slack.com/user_id": account.subject,
  "https://slack.com/team_id": "T0SANDBOX",
  "https://slack.com/team_name": "sandbox",
});

const xUser = (account: Account) => ({
  data: told({
    id: String(account.number),
    name: account.name,
    username: account.username,
    confirmed_email: account.email,
    profile_image_url: account.avatar,
    url: "",
    created_at: "2013-12-14T04:35:55.000Z",
  }),
});

const linkedinName = (name: string) => ({
  localized: { en_US: name },
  preferredLocale: { country: "US", language: "en" },
});

export const dialects: Readonly<Record<ProviderName, Dialect>> = {
  google: {
    documents: (account) => ({
      user: told({
        id: account.subject,
        email: account.email,
        verified_email: account.verified,
        name: account.name,
        picture: account.avatar,
      }),
    }),
    idToken: oidc,
  },
  facebook: {
    documents: (account) => ({
      user: told({
        id: account.subject,
        email: account.email,
        first_name: account.givenName,
        last_name: account.familyName,
        name: account.name,
        picture: { data: { height: 50, is_silhouette: false, url: account.avatar, width: 50 } },
      }),
    }),
    idToken: oidc,
  },
  twitter: { documents: (account) => ({ user: xUser(account) }) },
  x: { documents: (account) => ({ user: xUser(account) }) },
  apple: {
    idToken: (account) =>
      told({
        sub: account.subject,
        email: account.email,
        email_verified: account.verified,
        is_private_email: false,
        auth_time: Math.floor(Date.now() / 1000),
      }),
  },
  github: {
    documents: (account) => ({
      user: {
        login: account.username,
        id: account.number,
        avatar_url: account.avatar,
        name: account.name,
        email: null,
      },
      emails:
        account.email === ""
          ? []
          : [
              {
                email: account.email,
                verified: account.verified,
                primary: true,
                visibility: "private",
              },
            ],
    }),
  },
  gitlab: {
    documents: (account) => ({
      user: {
        id: account.number,
        username: account.username,
        name: account.name,
        avatar_url: account.avatar,
        email: account.email,
        confirmed_at: account.verified ? "2012-05-23T09:05:22Z" : null,
      },
      emails: [],
    }),
  },
  bitbucket: {
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
  discord: {
    documents: (account) => ({
      user: told({
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
  azure: {
    idToken: (account) =>
      told({
        sub: account.subject,
        name: account.name,
        preferred_username: account.email,
        email: account.email,
        xms_edov: account.verified,
        oid: account.subject,
        tid: "9188040d-6c67-4c5b-b112-36a304b66dad",
        ver: "2.0",
      }),
  },
  keycloak: {
    documents: (account) => ({
      user: { ...oidc(account), preferred_username: account.username },
    }),
    idToken: oidc,
  },
  linkedin: {
    documents: (account) => ({
      user: {
        id: account.subject,
        firstName: linkedinName(account.givenName),
        lastName: linkedinName(account.familyName),
        profilePicture: {
          "displayImage~": { elements: [{ identifiers: [{ identifier: account.avatar }] }] },
        },
      },
      emails: {
        elements:
          account.email === ""
            ? []
            : [{ handle: "urn:li:emailAddress:1", "handle~": { emailAddress: account.email } }],
      },
    }),
    token: withoutType,
  },
  linkedin_oidc: {
    idToken: (account) => ({
      ...oidc(account),
      email_verified: String(account.verified),
      locale: "en_US",
    }),
  },
  notion: {
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
              person: told({ email: account.email }),
            },
          },
        },
      },
    }),
    headers: ["notion-version"],
  },
  slack: {
    documents: (account) => ({ user: slackUser(account) }),
    token: (response) => ({ ok: true, ...withoutType(response) }),
  },
  slack_oidc: {
    documents: (account) => ({ user: slackUser(account) }),
    token: (response) => ({ ok: true, ...response }),
  },
  spotify: {
    documents: (account) => ({
      user: told({
        id: account.subject,
        display_name: account.name,
        email: account.email,
        images: [{ url: account.avatar, height: 300, width: 300 }],
      }),
    }),
  },
  twitch: {
    documents: (account) => ({
      user: {
        data: [
          told({
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
  workos: {
    token: (response, account) => ({
      ...response,
      profile: told({
        object: "profile",
        id: `prof_${account.subject}`,
        organization_id: "org_sandbox",
        connection_id: "conn_sandbox",
        connection_type: "GoogleOAuth",
        idp_id: account.subject,
        email: account.email,
        first_name: account.givenName,
        last_name: account.familyName,
      }),
    }),
  },
  kakao: {
    documents: (account) => ({
      user: {
        id: account.number,
        connected_at: "2022-04-11T01:45:28Z",
        kakao_account: {
          profile: { nickname: account.name, profile_image_url: account.avatar },
          ...(account.email === ""
            ? {}
            : {
                is_email_valid: true,
                is_email_verified: account.verified,
                email: account.email,
              }),
        },
      },
    }),
    idToken: (account) =>
      told({
        sub: String(account.number),
        nickname: account.name,
        picture: account.avatar,
        email: account.email,
      }),
  },
  figma: {
    documents: (account) => ({
      user: told({
        id: String(account.number),
        email: account.email,
        handle: account.name,
        img_url: account.avatar,
      }),
    }),
    token: (response, account) => ({ user_id: account.number, ...withoutType(response) }),
  },
  fly: {
    documents: (account) => ({
      user: told({
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
  zoom: {
    documents: (account) => ({
      user: told({
        id: account.subject,
        first_name: account.givenName,
        last_name: account.familyName,
        email: account.email,
        type: 1,
        login_types: [100],
        verified: account.verified ? 1 : 0,
        pic_url: account.avatar,
      }),
    }),
  },
  snapchat: {
    documents: (account) => ({
      user: {
        data: {
          me: told({
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
};
