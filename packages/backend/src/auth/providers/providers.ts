/**
 * The providers as a table of data: scopes, endpoints and choices of profile are Supabase Auth's
 * (`internal/api/provider`), client authentication and PKCE what each provider documents.
 */
import { appleKeys } from "./apple.ts";
import { azureKeys } from "./azure.ts";
import * as fromIdToken from "./id-token-profiles.ts";
import type { Endpoint, ProviderDescription } from "./provider-description.ts";
import * as fromUserInfo from "./user-info-profiles.ts";

const at = (host: string, path = "", ownPath?: string): Endpoint =>
  ownPath === undefined ? { host, path } : { host, path, ownPath };

const issuedBy = (issuer: string, keys: string) => ({
  issuer,
  keys: (given: string) => (given === issuer ? keys : undefined),
});

/** What most providers have in common. */
const usual = {
  moreScopes: true,
  authentication: "post",
  pkce: false,
  parameters: {},
  url: "optional",
  profile: "user-info",
} as const;

const xUserFields = "user.fields=id,name,username,confirmed_email,profile_image_url,url,created_at";

/** Both generations of the name; the older one is OAuth 1.0a at Supabase Auth: docs/decisions/0006-twitter-by-oauth-2.md. */
const x = {
  ...usual,
  authorization: at("x.com", "/i/oauth2/authorize"),
  token: at("api.x.com", "/2/oauth2/token"),
  scopes: ["users.email", "tweet.read", "users.read", "offline.access"],
  authentication: "basic",
  pkce: true,
} as const;
const xUserInfo = {
  documents: { user: at("api.x.com", `/2/users/me?${xUserFields}`) },
  issuer: at("api.x.com"),
};

const facebookProfile = "/me?fields=email,first_name,last_name,name,picture";

const slackUserInfo = {
  documents: { user: at("slack.com", "/api/openid.connect.userInfo") },
  issuer: at("slack.com", "/api"),
};

export const providers = {
  google: {
    ...usual,
    title: "Google",
    authorization: at("accounts.google.com", "/o/oauth2/v2/auth"),
    token: at("oauth2.googleapis.com", "/token"),
    scopes: ["email", "profile"],
    pkce: true,
    url: "ignored",
    profile: "id-token, else user-info",
    userInfo: {
      documents: { user: at("www.googleapis.com", "/userinfo/v2/me") },
      issuer: at("www.googleapis.com", "/userinfo/v2/me"),
      map: fromUserInfo.google,
    },
    idToken: {
      ...issuedBy("https://accounts.google.com", "https://www.googleapis.com/oauth2/v3/certs"),
      nonce: true,
      map: fromIdToken.google,
    },
  },
  facebook: {
    ...usual,
    title: "Facebook",
    authorization: at("www.facebook.com", "/dialog/oauth"),
    token: at("graph.facebook.com", "/oauth/access_token"),
    scopes: ["email"],
    userInfo: {
      documents: { user: at("graph.facebook.com", facebookProfile) },
      issuer: at("graph.facebook.com", facebookProfile),
      proof: "appsecret_proof",
      map: fromUserInfo.facebook,
    },
    idToken: {
      ...issuedBy(
        "https://www.facebook.com",
        "https://limited.facebook.com/.well-known/oauth/openid/jwks/",
      ),
      nonce: true,
      map: fromIdToken.facebook,
    },
  },
  twitter: {
    ...x,
    title: "Twitter",
    moreScopes: false,
    userInfo: { ...xUserInfo, map: fromUserInfo.twitter },
  },
  x: { ...x, title: "X", userInfo: { ...xUserInfo, map: fromUserInfo.x } },
  apple: {
    ...usual,
    title: "Apple",
    authorization: at("appleid.apple.com", "/auth/authorize"),
    token: at("appleid.apple.com", "/auth/token"),
    scopes: ["email", "name"],
    moreScopes: false,
    // Apple insists on a form where name or e-mail are asked for.
    parameters: { response_mode: "form_post" },
    url: "ignored",
    profile: "id-token",
    idToken: { keys: appleKeys, nonce: true, map: fromIdToken.apple },
  },
  github: {
    ...usual,
    title: "GitHub",
    authorization: at("github.com", "/login/oauth/authorize"),
    token: at("github.com", "/login/oauth/access_token"),
    scopes: ["user:email"],
    pkce: true,
    userInfo: {
      documents: {
        user: at("api.github.com", "/user", "/api/v3/user"),
        emails: at("api.github.com", "/user/emails", "/api/v3/user/emails"),
      },
      issuer: at("api.github.com", "", "/api/v3"),
      map: fromUserInfo.github,
    },
  },
  gitlab: {
    ...usual,
    title: "GitLab",
    authorization: at("gitlab.com", "/oauth/authorize"),
    token: at("gitlab.com", "/oauth/token"),
    scopes: ["read_user"],
    pkce: true,
    userInfo: {
      documents: {
        user: at("gitlab.com", "/api/v4/user"),
        emails: at("gitlab.com", "/api/v4/user/emails"),
      },
      issuer: at("gitlab.com"),
      map: fromUserInfo.gitlab,
    },
  },
  bitbucket: {
    ...usual,
    title: "Bitbucket",
    authorization: at("bitbucket.org", "/site/oauth2/authorize"),
    token: at("bitbucket.org", "/site/oauth2/access_token"),
    scopes: ["account", "email"],
    moreScopes: false,
    authentication: "basic",
    userInfo: {
      documents: {
        user: at("api.bitbucket.org", "/2.0/user"),
        emails: at("api.bitbucket.org", "/2.0/user/emails"),
      },
      issuer: at("api.bitbucket.org", "/2.0"),
      map: fromUserInfo.bitbucket,
    },
  },
  discord: {
    ...usual,
    title: "Discord",
    authorization: at("discord.com", "/api/oauth2/authorize"),
    token: at("discord.com", "/api/oauth2/token"),
    scopes: ["email", "identify"],
    authentication: "basic",
    userInfo: {
      documents: { user: at("discord.com", "/api/users/@me") },
      issuer: at("discord.com", "/api"),
      map: fromUserInfo.discord,
    },
  },
  azure: {
    ...usual,
    title: "Azure",
    authorization: at("login.microsoftonline.com/common", "/oauth2/v2.0/authorize"),
    token: at("login.microsoftonline.com/common", "/oauth2/v2.0/token"),
    scopes: ["openid"],
    pkce: true,
    profile: "id-token",
    idToken: { keys: azureKeys, nonce: true, map: fromIdToken.azure },
  },
  keycloak: {
    ...usual,
    title: "Keycloak",
    authorization: at("", "/protocol/openid-connect/auth"),
    token: at("", "/protocol/openid-connect/token"),
    scopes: ["profile", "email"],
    pkce: true,
    url: "required",
    userInfo: {
      documents: { user: at("", "/protocol/openid-connect/userinfo") },
      issuer: at(""),
      map: fromUserInfo.keycloak,
    },
    idToken: {
      keys: (issuer, url) =>
        issuer === url?.replace(/\/$/, "") ? `${issuer}/protocol/openid-connect/certs` : undefined,
      nonce: true,
      map: fromIdToken.generic,
    },
  },
  linkedin: {
    ...usual,
    title: "LinkedIn",
    authorization: at("api.linkedin.com", "/oauth/v2/authorization"),
    token: at("api.linkedin.com", "/oauth/v2/accessToken"),
    scopes: ["r_emailaddress", "r_liteprofile"],
    userInfo: {
      documents: {
        user: at(
          "api.linkedin.com",
          "/v2/me?projection=(id,firstName,lastName,profilePicture(displayImage~:playableStreams))",
        ),
        emails: at(
          "api.linkedin.com",
          "/v2/emailAddress?q=members&projection=(elements*(handle~))",
        ),
      },
      issuer: at("api.linkedin.com"),
      map: fromUserInfo.linkedin,
    },
  },
  linkedin_oidc: {
    ...usual,
    title: "LinkedIn",
    authorization: at("api.linkedin.com", "/oauth/v2/authorization"),
    token: at("api.linkedin.com", "/oauth/v2/accessToken"),
    scopes: ["openid", "email", "profile"],
    profile: "id-token",
    idToken: {
      ...issuedBy("https://www.linkedin.com/oauth", "https://www.linkedin.com/oauth/openid/jwks"),
      // LinkedIn's tokens come without the nonce that was sent.
      nonce: false,
      map: fromIdToken.linkedin,
    },
  },
  notion: {
    ...usual,
    title: "Notion",
    authorization: at("api.notion.com", "/v1/oauth/authorize"),
    token: at("api.notion.com", "/v1/oauth/token"),
    scopes: [],
    moreScopes: false,
    authentication: "basic",
    parameters: { owner: "user" },
    userInfo: {
      documents: { user: at("api.notion.com", "/v1/users/me") },
      issuer: at("api.notion.com"),
      headers: () => ({ "notion-version": "2021-08-16" }),
      map: fromUserInfo.notion,
    },
  },
  slack: {
    ...usual,
    title: "Slack",
    authorization: at("slack.com", "/oauth/authorize"),
    token: at("slack.com", "/api/oauth.access"),
    scopes: ["profile", "email", "openid"],
    userInfo: { ...slackUserInfo, map: fromUserInfo.slack },
  },
  slack_oidc: {
    ...usual,
    title: "Slack",
    authorization: at("slack.com", "/openid/connect/authorize"),
    token: at("slack.com", "/api/openid.connect.token"),
    scopes: ["profile", "email", "openid"],
    userInfo: { ...slackUserInfo, map: fromUserInfo.slack },
  },
  spotify: {
    ...usual,
    title: "Spotify",
    authorization: at("accounts.spotify.com", "/authorize"),
    token: at("accounts.spotify.com", "/api/token"),
    scopes: ["user-read-email"],
    authentication: "basic",
    pkce: true,
    userInfo: {
      documents: { user: at("api.spotify.com/v1", "/me") },
      issuer: at("api.spotify.com/v1"),
      map: fromUserInfo.spotify,
    },
  },
  twitch: {
    ...usual,
    title: "Twitch",
    authorization: at("id.twitch.tv", "/oauth2/authorize"),
    token: at("id.twitch.tv", "/oauth2/token"),
    scopes: ["user:read:email"],
    userInfo: {
      documents: { user: at("api.twitch.tv", "/helix/users") },
      issuer: at("api.twitch.tv"),
      headers: (clientId) => ({ "client-id": clientId }),
      map: fromUserInfo.twitch,
    },
  },
  workos: {
    ...usual,
    title: "WorkOS",
    authorization: at("api.workos.com", "/sso/authorize"),
    token: at("api.workos.com", "/sso/token"),
    scopes: [],
    moreScopes: false,
    userInfo: { documents: {}, issuer: at("api.workos.com"), map: fromUserInfo.workos },
  },
  kakao: {
    ...usual,
    title: "Kakao",
    authorization: at("kauth.kakao.com", "/oauth/authorize"),
    token: at("kauth.kakao.com", "/oauth/token"),
    scopes: ["account_email", "profile_image", "profile_nickname"],
    userInfo: {
      documents: { user: at("kapi.kakao.com", "/v2/user/me") },
      issuer: at("kapi.kakao.com"),
      map: fromUserInfo.kakao,
    },
    idToken: {
      ...issuedBy("https://kauth.kakao.com", "https://kauth.kakao.com/.well-known/jwks.json"),
      nonce: true,
      map: fromIdToken.kakao,
    },
  },
  figma: {
    ...usual,
    title: "Figma",
    authorization: at("www.figma.com", "/oauth"),
    token: at("api.figma.com", "/v1/oauth/token"),
    scopes: ["current_user:read"],
    authentication: "basic",
    pkce: true,
    userInfo: {
      documents: { user: at("api.figma.com", "/v1/me") },
      issuer: at("api.figma.com"),
      map: fromUserInfo.figma,
    },
  },
  fly: {
    ...usual,
    title: "Fly.io",
    authorization: at("api.fly.io", "/oauth/authorize"),
    token: at("api.fly.io", "/oauth/token"),
    scopes: ["read"],
    userInfo: {
      documents: { user: at("api.fly.io", "/oauth/token/info") },
      issuer: at("api.fly.io"),
      map: fromUserInfo.fly,
    },
  },
  zoom: {
    ...usual,
    title: "Zoom",
    authorization: at("zoom.us", "/oauth/authorize"),
    token: at("zoom.us", "/oauth/token"),
    scopes: [],
    moreScopes: false,
    authentication: "basic",
    pkce: true,
    userInfo: {
      documents: { user: at("api.zoom.us", "/v2/users/me") },
      issuer: at("api.zoom.us", "/v2"),
      map: fromUserInfo.zoom,
    },
  },
  snapchat: {
    ...usual,
    title: "Snapchat",
    authorization: at("accounts.snapchat.com", "/accounts/oauth2/auth"),
    token: at("accounts.snapchat.com", "/accounts/oauth2/token"),
    scopes: ["external_id", "display_name", "bitmoji.avatar"].map(
      (name) => `https://auth.snapchat.com/oauth2/api/user.${name}`,
    ),
    authentication: "basic",
    userInfo: {
      documents: {
        user: at(
          "kit.snapchat.com",
          `/v1/me?${new URLSearchParams({ query: "{me { externalId displayName bitmoji { avatar id } email } }" })}`,
        ),
      },
      issuer: at("accounts.snapchat.com", "/accounts/oauth2/token"),
      map: fromUserInfo.snapchat,
    },
  },
} satisfies Record<string, ProviderDescription>;

export type ProviderName = keyof typeof providers;

export const providerNames = Object.keys(providers).filter(isProviderName);

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name);
}
